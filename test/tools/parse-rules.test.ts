// Rules of the settings: one with a typo is named, the others hold.
import { expect, test } from "vitest";
import { parseRules } from "../../extension/tools/rules/parse-rules.ts";

const DENY = { permission: "bash", pattern: "rm *", action: "deny" };

test("rules that can be read are read", () => {
  expect(parseRules([DENY])).toEqual({ rules: [DENY], problems: [] });
  expect(parseRules(undefined)).toEqual({ rules: [], problems: [] });
});

test("one with a typo is named with what is wrong, and leaves the others alone", () => {
  const { rules, problems } = parseRules([{ ...DENY, permission: "bsh" }, DENY]);
  expect(rules).toEqual([DENY]);
  expect(problems).toEqual([expect.stringMatching(/^\{"permission":"bsh".*: "permission" must be one of read, .*\.$/)]);
});

test.each([
  [{ ...DENY, action: "denied" }, /"action" must be allow, ask or deny\.$/],
  [{ permission: "bash", patern: "rm *", action: "deny" }, /"pattern" must be a string\.$/],
  [{ ...DENY, pattern: 1, action: "no" }, /"pattern" must be a string; "action" must be/],
  ["deny rm", /^"deny rm": not a valid rule\.$/],
  [null, /^null: not a valid rule\.$/],
])("%j is no rule, and it is said why", (entry, words) => {
  expect(parseRules([entry])).toEqual({ rules: [], problems: [expect.stringMatching(words)] });
});

test("a list that is none is said; a long entry is cut", () => {
  expect(parseRules(DENY).problems).toEqual(["galley.tools.rules must be an array."]);
  expect(parseRules(["x".repeat(5_000)]).problems[0]?.length).toBeLessThan(200);
});

test("an entry is cut behind 120 characters, and one of so many is whole", () => {
  const problem = (length: number) => parseRules(["x".repeat(length - 2)]).problems[0];
  expect(problem(120)).toBe(`"${"x".repeat(118)}": not a valid rule.`);
  expect(problem(121)).toBe(`"${"x".repeat(119)}…: not a valid rule.`);
});
