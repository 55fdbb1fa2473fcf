// Rules as settings write them: those that can be read, and a line for each that cannot.
import { PERMISSIONS } from "../../message/permission.ts";
import { RuleText } from "./rules.ts";

export interface ParsedRules {
  rules: RuleText[];
  /** The user must hear of an ignored rule, because an ignored `deny` denies nothing. */
  problems: string[];
}

const EXPECTED: Readonly<Record<keyof RuleText, string>> = {
  permission: `"permission" must be one of ${PERMISSIONS.join(", ")}`,
  pattern: '"pattern" must be a string',
  action: '"action" must be allow, ask or deny',
};

export function parseRules(value: unknown): ParsedRules {
  if (value === undefined || value === null) return { rules: [], problems: [] };
  if (!Array.isArray(value)) return { rules: [], problems: ["galley.tools.rules must be an array."] };
  const read = value.map((entry: unknown) => ({ entry, parsed: RuleText.safeParse(entry) }));
  return {
    rules: read.flatMap(({ parsed }) => parsed.data ?? []),
    problems: read.flatMap(({ entry, parsed }) => (parsed.success ? [] : [problemOf(entry, parsed.error.issues)])),
  };
}

function problemOf(entry: unknown, issues: readonly { path: readonly PropertyKey[] }[]): string {
  const wrong = Object.entries(EXPECTED).filter(([field]) => issues.some(({ path }) => path[0] === field));
  const words = wrong.length === 0 ? "not a valid rule" : wrong.map(([, expected]) => expected).join("; ");
  return `${shortened(JSON.stringify(entry))}: ${words}.`;
}

const MOST_CHARACTERS = 120;

function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
