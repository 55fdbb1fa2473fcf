// Rules as settings write them: those that can be read, and a line for each that cannot.
import { RuleText } from "./rules.ts";
import * as words from "./words.ts";

export interface ParsedRules {
  rules: RuleText[];
  /** The user must hear of an ignored rule, because an ignored `deny` denies nothing. */
  problems: string[];
}

export function parseRules(value: unknown): ParsedRules {
  if (value === undefined || value === null) return { rules: [], problems: [] };
  if (!Array.isArray(value)) return { rules: [], problems: [words.notArray] };
  const read = value.map((entry: unknown) => ({ entry, parsed: RuleText.safeParse(entry) }));
  return {
    rules: read.flatMap(({ parsed }) => parsed.data ?? []),
    problems: read.flatMap(({ entry, parsed }) => (parsed.success ? [] : [problemOf(entry, parsed.error.issues)])),
  };
}

function problemOf(entry: unknown, issues: readonly { path: readonly PropertyKey[] }[]): string {
  const wrong = Object.entries(words.expected).filter(([field]) => issues.some(({ path }) => path[0] === field));
  const problems = wrong.length === 0 ? words.notRule : wrong.map(([, expected]) => expected).join("; ");
  return words.badRule(shortened(JSON.stringify(entry)), problems);
}

const MOST_CHARACTERS = 120;

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
