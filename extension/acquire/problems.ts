// Errors and warnings, the worst first.
import type { Resolved } from "../message/resolved.ts";
import { context, nothing } from "./context.ts";
import { cutList } from "./cut.ts";
import * as words from "./words.ts";

export type Severity = "error" | "warning" | "information" | "hint";

export interface Problem {
  path: string;
  /** As the gutter counts. */
  line: number;
  severity: Severity;
  message: string;
  /** The tool that found it, and its code: `ts 2304`. */
  from?: string;
}

const ORDER: readonly Severity[] = ["error", "warning", "information", "hint"];
const MOST = 200;
const LONGEST_MESSAGE = 500;

/** `source` says where they were looked for: a file, or nothing for the whole workspace. */
export function problemsContext(problems: readonly Problem[], now: number, source?: string): Resolved {
  if (problems.length === 0) return nothing(words.noProblems(source));
  const ordered = [...problems].sort(
    (a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || compare(a.path, b.path) || a.line - b.line,
  );
  const { items, left_out } = cutList(ordered, MOST, words.moreProblems);
  const payload = { problems: items.map(toLine), ...(left_out !== undefined && { left_out }) };
  return context("problems", payload, now, source);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toLine({ path, line, severity, message, from }: Problem): string {
  const text = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
  return `${severity} ${path}:${line} ${text}${from === undefined ? "" : ` [${from}]`}`;
}
