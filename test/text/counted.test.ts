// One is told as one.
import { expect, test } from "vitest";
import { counted, grouped } from "../../extension/text/counted.ts";
import { toolWorld } from "../fakes/tool-world.ts";

test("a number stands with its noun, one of it without an s", () => {
  expect([0, 1, 2].map((count) => counted(count, "line"))).toEqual(["0 lines", "1 line", "2 lines"]);
  expect([1, 3].map((count) => counted(count, "entry"))).toEqual(["1 entry", "3 entries"]);
});

test("a large number is written in groups of three", () => {
  const numbers = [0, 999, 1_000, 12_345, 999_999.6, 1_234_567, -1_000];
  expect(numbers.map(grouped)).toEqual(["0", "999", "1,000", "12,345", "1,000,000", "1,234,567", "-1,000"]);
});

test("a file of one line is written and read as one", async () => {
  const { call } = toolWorld();
  expect((await call("write", { path: "a.ts", content: "one\n" })).output).toBe("Created a.ts, 1 line.");
  expect((await call("read", { path: "a.ts", start: 9 })).output).toBe("a.ts has 1 line; line 9 does not exist.");
});
