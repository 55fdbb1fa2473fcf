// Globs: what they fit, and that no pattern is slow.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeGlob, hasWildcard, matchWildcards, parseGlob } from "../../extension/tools/rules/glob-pattern.ts";
import { workedMs } from "../fakes/worked.ts";

const fits = (pattern: string, path: string): boolean => parseGlob(pattern).matches(path);

describe("a glob", () => {
  test.each([
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**", "src/deep/a.ts", true],
    ["src/**", "src", true],
    ["src/**", "srcs/a.ts", false],
    ["**/a.ts", "a.ts", true],
    ["**/a.ts", "x/y/a.ts", true],
    ["a/**/b", "a/b", true],
    ["a/**/b/**/c", "a/x/b/y/b/c", true],
    ["a/**/b", "a/bb", false],
    ["?.ts", "😀.ts", true],
    ["[a-c]?.ts", "bx.ts", true],
    ["[!a-c].ts", "d.ts", true],
    ["[!a-c].ts", "a.ts", false],
    ["[].ts", "[].ts", true],
    ["*.{ts,tsx}", "a.tsx", true],
    ["{a,b/{c,d}}/x", "b/d/x", true],
    ["a{b", "a{b", true],
    ["\\[id\\].ts", "[id].ts", true],
    ["\\[id\\].ts", "i.ts", false],
    ["./src/*", "src/a", true],
    ["/home/*/x", "/home/me/x", true],
    ["*", ".hidden", true],
    ["**", "any/thing", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });

  test("that was escaped fits its text and nothing else", () => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from("ab*?[]{}\\/,!-")), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        fc.pre(!one.startsWith("./"));
        expect(fits(escapeGlob(one), one)).toBe(true);
        expect(fits(escapeGlob(one), other)).toBe(one === other);
        expect(matchWildcards(escapeGlob(one), other)).toBe(one === other);
        expect(hasWildcard(escapeGlob(one))).toBe(false);
      }),
    );
  });

  test("fits what the same pattern as a regular expression fits", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), maxLength: 6 });
    const path = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
    fc.assert(
      fc.property(name, path, (pattern, text) => {
        fc.pre(pattern !== "**");
        const regular = new RegExp(`^${pattern.replaceAll("*", "[^/]*").replaceAll("?", "[^/]")}$`);
        expect(fits(pattern, text)).toBe(regular.test(text));
      }),
    );
  });

  test("is never slow", () => {
    const started = workedMs();
    expect(fits("*a".repeat(200), "a".repeat(2_000) + "b")).toBe(false);
    expect(fits("**/a/".repeat(100) + "b", "a/".repeat(1_000))).toBe(false);
    expect(fits("{a,b}".repeat(30), "c")).toBe(false);
    expect(fits("[".repeat(1_000), "c")).toBe(false);
    expect(workedMs() - started).toBeLessThan(2_000);
  });
});
