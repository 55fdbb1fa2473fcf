// What the Search view copies, as one line per match.
import { expect, it } from "vitest";
import { searchResults } from "../../extension/acquire/search.ts";

const inside = (path: string): string => path.replace("/home/me/project/", "");

it("names each match by path and line", () => {
  const copied =
    "/home/me/project/src/a.ts\n  3,8: export const a = 1;\n  12,1: export {};\n\n/home/me/project/b.md\n  1,1: export it\n";
  expect(searchResults(copied, inside)).toBe(
    "src/a.ts:3: export const a = 1;\nsrc/a.ts:12: export {};\nb.md:1: export it",
  );
});

it("keeps the further lines of a match, and is empty for nothing", () => {
  const copied = "/home/me/project/a.ts\r\n  3,8: begin\r\n    goes on\r\n";
  expect(searchResults(copied, inside)).toBe("a.ts:3: begin\n    goes on");
  expect(searchResults("", inside)).toBe("");
});
