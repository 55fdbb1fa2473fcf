// What is wrong with a value from outside, for its author: which field, and what was expected there.
import type * as z from "zod/mini";
import * as words from "./words.ts";

type Issue = z.core.$ZodIssue;

/** `"todos.0.state" must be one of "pending", "doing"`; several are parted by semicolons. */
export function issuesWords(issues: readonly Issue[]): string {
  return issues.map((issue) => `${fieldOf(issue)} ${expectedBy(issue)}`).join("; ");
}

function fieldOf({ path }: Issue): string {
  return path.length === 0 ? words.input : `"${path.map(String).join(".")}"`;
}

/** What follows the name of the field: "must be a string". */
export function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? words.required(kindWords(issue.expected)) : words.mustBe(kindWords(issue.expected));
    case "invalid_value":
      return words.oneOf(quoted(issue.values));
    case "too_small":
      return issue.origin === "string" ? words.notEmpty : words.atLeast(measureOf(issue.origin), issue.minimum);
    case "too_big":
      return words.atMost(measureOf(issue.origin), issue.maximum);
    case "invalid_union":
      return unionWords(issue);
    case "unrecognized_keys":
      return words.noField(quoted(issue.keys));
    case "not_multiple_of":
      return words.multipleOf(issue.divisor);
    case "invalid_format":
      return words.mustBe(formatWords(issue));
    case "invalid_key":
      return words.nameNotAllowed;
    case "invalid_element":
    case "custom":
      return words.invalid(issue.message);
    default:
      return issue satisfies never;
  }
}

/** A number is at least 3; a list has at least 3. */
function measureOf(origin: string): "be" | "have" {
  return origin === "number" || origin === "int" || origin === "bigint" ? "be" : "have";
}

/** Known only if the parser was asked to report its input. */
function isMissing(issue: Issue): boolean {
  return "input" in issue && issue.input === undefined;
}

function quoted(values: readonly unknown[]): string[] {
  return values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)));
}

/** Each way it could have been right, as far as it is about the value itself. */
function unionWords(issue: Extract<Issue, { code: "invalid_union" }>): string {
  const ways = issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).map(expectedBy));
  const expected = [...new Set(ways)].map((way) => way.replace(/^must be /, ""));
  if (expected.length > 0) return words.either(expected);
  const inside = issue.errors.flat().find(({ path }) => path.length > 0);
  if (inside === undefined) return words.unknownKind;
  return words.invalid(`${fieldOf(inside)} ${expectedBy(inside)}`);
}

function formatWords({ format, pattern }: Extract<Issue, { code: "invalid_format" }>): string {
  return format === "regex" && pattern !== undefined ? words.writtenAs(pattern) : words.valid(format);
}

function kindWords(expected: string): string {
  return expected === "int" ? words.wholeNumber : words.a(expected);
}
