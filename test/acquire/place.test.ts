// A typed place with lines behind it.
import { expect, test } from "vitest";
import { parsePlace } from "../../extension/acquire/place.ts";

test.each([
  ["upload.ts", { query: "upload.ts" }],
  ["upload.ts:10", { query: "upload.ts", range: { start: 10, end: 10 } }],
  ["upload.ts:10-25", { query: "upload.ts", range: { start: 10, end: 25 } }],
  ["upload.ts#L10-25", { query: "upload.ts", range: { start: 10, end: 25 } }],
  ["upload.ts#L10-L25", { query: "upload.ts", range: { start: 10, end: 25 } }],
  // While the lines are being typed the name stays what it is.
  ["upload.ts:", { query: "upload.ts" }],
  ["upload.ts:10-", { query: "upload.ts", range: { start: 10, end: 10 } }],
  ["upload.ts:25-10", { query: "upload.ts" }],
  ["upload.ts:0", { query: "upload.ts" }],
  [":10", { query: ":10" }],
  ["a:b.ts", { query: "a:b.ts" }],
  ["", { query: "" }],
])("%j is %j", (typed, place) => {
  expect(parsePlace(typed)).toEqual(place);
});
