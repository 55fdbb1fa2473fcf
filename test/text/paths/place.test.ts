// Places as answers write them, found in prose and turned into links and back.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findPaths, findPlaces, hrefOf, parsePlace, placeOfHref } from "../../../extension/text/paths/place.ts";

const found = (text: string) => findPlaces(text).map(({ place }) => place);

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

test.each(["src/net/upload.ts", "./a.ts", "../b/c.test.ts", "/etc/app/x.toml", "~/notes/a.md", "docs/.github/ci.yml"])(
  "%s is a place without lines",
  (text) => {
    expect(parsePlace(text)).toEqual({ path: text });
    expect(findPaths(`See (${text}), then ${text}.`).map(({ text: words }) => words)).toEqual([text, text]);
  },
);

test.each(["and/or", "upload.ts", "@scope/name.js", "example.com/a.html", "file:///a/b.ts", "1/2.5", "a/b.", "TCP/IP"])(
  "%s is no path",
  (text) => {
    expect(findPaths(text)).toEqual([]);
  },
);

test("a long run of signs that may be a path is looked at once", () => {
  const before = performance.now();
  expect(findPaths("a+~/".repeat(50_000))).toEqual([]);
  expect(findPaths(`${"a/".repeat(50_000)}b.ts`)).toEqual([]);
  expect(performance.now() - before).toBeLessThan(1_000);
});

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

/** The same in one pattern, which is slow on long runs of `+` and `/`. */
const ONE_PATTERN =
  /(?<![\w/:@.\\-])((?:(?:~|\.{1,2}|[A-Za-z]:)?\/)?(?:[\w.@+~-]+\/)+[\w.@+~-]*\w|[\w.@+~-]*\w\.(?!(?:com|org|net|io)\b)[A-Za-z]\w{0,9})(?::(\d{1,7})(?:-(\d{1,7})|:\d{1,5})?|#L(\d{1,7})(?:-L?(\d{1,7}))?)(?![\w/\\-]|[.:]\d)/g;

test("every place of a text is found, and nothing else", () => {
  const piece = fc.constantFrom(
    "a",
    "src",
    "/",
    ".",
    ".ts",
    ".com",
    ":1",
    ":10-2",
    "#L3",
    " ",
    "+",
    "~",
    "C:",
    "@",
    "-",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join("");
      expect(findPlaces(text).map((one) => one.text)).toEqual(Array.from(text.matchAll(ONE_PATTERN), ([all]) => all));
    }),
    { numRuns: 3_000 },
  );
});

test.each(["+", "/", "a/", ".", "-", "~", "a.", ":1", "a:1", "#L1", "+:1", "@", "C:/", "+a.b:1"])(
  "a long text of %s takes no time to look through",
  (piece) => {
    const text = `${piece.repeat(60_000)}:1`;
    const begun = performance.now();
    findPlaces(text);
    // Quadratic work takes minutes here.
    expect(performance.now() - begun).toBeLessThan(5_000);
  },
);
