// What was used last, latest first.
import { expect, test } from "vitest";
import { Recent } from "../../extension/acquire/recent.ts";

test("the latest comes first; the oldest is forgotten when there are too many", () => {
  const recent = new Recent(2, ["b", "a"]);
  recent.touch("c");
  expect(recent.paths).toEqual(["c", "b"]);
  expect(recent.touch("c")).toBe(false);
});
