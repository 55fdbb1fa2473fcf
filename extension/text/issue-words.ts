// What is wrong with a value that came from outside, for the one who wrote it: which field, and what was expected there.
import type * as z from "zod/mini";

type Issue = z.core.$ZodIssue;

/** `"todos.0.state" must be one of "pending", "doing"`; several are parted by semicolons. */
export function issuesWords(issues: readonly Issue[]): string {
  return issues.map((issue) => `${fieldOf(issue)} ${expectedBy(issue)}`).join("; ");
}

function fieldOf({ path }: Issue): string {
  return path.length === 0 ? "its input" : `"${path.map(String).join(".")}"`;
}

/** What follows the name of the field: "must be a string". */
export function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue) ? `is required: ${kindWords(issue.expected)}` : `must be ${kindWords(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${listed(issue.values)}`;
    case "too_small":
      return issue.origin === "string"
        ? "must not be empty"
        : `must ${measureOf(issue.origin)} at least ${issue.minimum}`;
    case "too_big":
      return `must ${measureOf(issue.origin)} at most ${issue.maximum}`;
    case "invalid_union":
      return unionWords(issue);
    case "unrecognized_keys":
      return `has no field ${listed(issue.keys)}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `must be ${formatWords(issue)}`;
    case "invalid_key":
      return "has a name that is not allowed";
    case "invalid_element":
    case "custom":
      return `is not valid: ${issue.message}`;
    default:
      return issue satisfies never;
  }
}

/** Numbers are so large, lists and texts have so many. */
function measureOf(origin: string): "be" | "have" {
  return origin === "number" || origin === "int" || origin === "bigint" ? "be" : "have";
}

/** Told only where the parser was asked to report what it was given. */
function isMissing(issue: Issue): boolean {
  return "input" in issue && issue.input === undefined;
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value))).join(", ");
}

/** Each way it could have been right, as far as it is about the value itself. */
function unionWords(issue: Extract<Issue, { code: "invalid_union" }>): string {
  const ways = issue.errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).map(expectedBy));
  const expected = [...new Set(ways)].map((way) => way.replace(/^must be /, ""));
  if (expected.length > 0) return `must be ${expected.join(" or ")}`;
  const inside = issue.errors.flat().find(({ path }) => path.length > 0);
  if (inside === undefined) return "is not a known kind";
  return `is not valid: ${fieldOf(inside)} ${expectedBy(inside)}`;
}

function formatWords({ format, pattern }: Extract<Issue, { code: "invalid_format" }>): string {
  return format === "regex" && pattern !== undefined ? `written as ${pattern}` : `a valid ${format}`;
}

function kindWords(expected: string): string {
  if (expected === "int") return "a whole number";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}
