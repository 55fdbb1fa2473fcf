// Where a completion is asked for, and how much: a line, or a block.
import { type Caret, isBlank } from "./caret.ts";
import { scan } from "./scan.ts";
import type { Syntax } from "./syntax.ts";

export type Amount = "line" | "block";

/** What may follow on the line: signs that close something, and blanks. */
const CLOSING = /^[)\]}"'`;,\s]*$/;

/** Inside a line only before closing signs. */
export function isAskedAt({ after }: Pick<Caret, "after">): boolean {
  return CLOSING.test(after);
}

/** A block on an empty line, after what opens one, and after an accepted completion; else the line. */
export function amountAt(caret: Caret, syntax: Syntax, afterAccepted = false): Amount {
  const { before, after } = caret;
  if (!isBlank(after) || isInLineComment(caret, syntax)) return "line";
  return afterAccepted || isBlank(before) || syntax.openers.test(before.trimEnd()) ? "block" : "line";
}

function isInLineComment({ before }: Pick<Caret, "before">, syntax: Syntax): boolean {
  return scan(before, syntax).modes.some((mode) => mode.kind === "comment" && mode.end === "\n");
}

/** Whether the caret is inside a word: few want one completed there. */
export function isInsideWord({ before, after }: Pick<Caret, "before" | "after">): boolean {
  return /[\p{L}\p{N}_$]$/u.test(before) && /^[\p{L}\p{N}_$]/u.test(after);
}
