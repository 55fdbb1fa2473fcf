// Places as answers write them, found in prose and turned into links and back.
import fc from "fast-check";
import { expect, test } from "vitest";
import { hrefOf, parsePlace, placeOf, placeOfHref, placePattern } from "../../extension/protocol/place.ts";

const found = (text: string) => [...text.matchAll(placePattern())].map(placeOf);

test.each([
  ["src/net/upload.ts:10", { path: "src/net/upload.ts", range: { start: 10, end: 10 } }],
  ["src/net/upload.ts:10-25", { path: "src/net/upload.ts", range: { start: 10, end: 25 } }],
  ["upload.ts#L10", { path: "upload.ts", range: { start: 10, end: 10 } }],
  ["upload.ts#L10-L25", { path: "upload.ts", range: { start: 10, end: 25 } }],
  ["upload.ts:10:4", { path: "upload.ts", range: { start: 10, end: 10 } }],
  ["./a.ts:7-3", { path: "./a.ts", range: { start: 7, end: 7 } }],
  ["docs/Makefile:3", { path: "docs/Makefile", range: { start: 3, end: 3 } }],
])("%s is a place", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
  expect(found(`See (${text}), then **go**.`)).toEqual([place]);
});

test.each(["at 10:30", "localhost:3000", "example.com:80", "https://x.dev/a.ts:10", "a:1", "ratio 3:2", "v1.2:3.4"])(
  "%s is none",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

const path = fc.stringMatching(/^(?:[a-z]{1,5}\/){0,3}[a-z]{1,6}\.ts$/);
test("a link leads back to its place", () => {
  fc.assert(
    fc.property(path, fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 99 }), (name, start, more) => {
      const place = { path: name, range: { start, end: start + more } };
      expect(placeOfHref(hrefOf(place))).toEqual(place);
    }),
  );
});

test("a path with odd characters survives, a broken one is refused", () => {
  const place = { path: "a folder/100% #1 ü.ts", range: { start: 1, end: 2 } };
  expect(placeOfHref(hrefOf(place))).toEqual(place);
  expect(placeOfHref("src/a.ts")).toEqual({ path: "src/a.ts" });
  expect(placeOfHref("%E0%A4%A")).toBeUndefined();
  expect(placeOfHref("command:evil")).toBeUndefined();
});
