// The brackets and quotes of an answer, fitted to those of the document: none doubled, none closed that is not open.
import type { Caret } from "../caret.ts";
import { closerOf, type Mode, scan, type Sign } from "../scan.ts";
import type { Syntax } from "../syntax.ts";

/** Code farther away than this is not read for its brackets. */
const MOST_READ = 24 * 1024;

/** What may be closed after the caret, the innermost first. */
interface Expected {
  sign: string;
  /** `free`: the document does not close it. `rest`: on this line, up to `end`. `below`: on a later line. */
  how: { kind: "free" } | { kind: "rest"; end: number } | { kind: "below" };
}

export interface Surroundings {
  expected: readonly Expected[];
  /** What the caret is inside of. */
  modes: readonly Mode[];
}

export function surroundingsOf({ text, offset, after, start }: Caret, syntax: Syntax): Surroundings {
  const from = offset <= MOST_READ ? 0 : Math.min(start, text.indexOf("\n", offset - MOST_READ) + 1);
  const before = scan(text.slice(from, offset), syntax);
  const modes = before.modes;
  const suffix = text.slice(offset, offset + MOST_READ);
  const behind = scan(suffix, syntax, modes);
  const isWhole = offset + MOST_READ >= text.length;
  return { expected: expectedOf(before.open, behind.closers, after.length, isWhole), modes };
}

/** The outermost closer belongs to the outermost bracket; what is left over was just opened. */
function expectedOf(open: readonly Sign[], closers: readonly Sign[], line: number, isWhole: boolean): Expected[] {
  const expected: Expected[] = [];
  let next = closers.length - 1;
  const surplus = Math.max(0, closers.length - open.length);
  next -= surplus;
  for (const { sign: opener } of open) {
    const sign = closerOf(opener);
    const closer = closers[next];
    if (closer?.sign === sign) {
      const isOnLine = closer.at < line;
      expected.unshift({ sign, how: isOnLine ? { kind: "rest", end: closer.at + sign.length } : { kind: "below" } });
      next -= 1;
    } else expected.unshift({ sign, how: { kind: isWhole ? "free" : "below" } });
  }
  return expected;
}

export interface Fitted {
  text: string;
  /** How many characters after the caret it replaces. */
  replaced: number;
  /** What it opens and does not close, the innermost last. */
  open: readonly Sign[];
  wasCut: boolean;
}

/** Cuts at the first closer that the document has already or does not want. */
export function fitClosers(output: string, { expected, modes }: Surroundings, syntax: Syntax, after: string): Fitted {
  const { closers, open } = scan(output, syntax, modes);
  let replaced = 0;
  for (const [at, closer] of closers.entries()) {
    const wanted = expected[at];
    if (syntax.isProse && wanted === undefined) break;
    if (wanted === undefined || wanted.sign !== closer.sign || wanted.how.kind === "below") {
      const text = output.slice(0, cutAt(output, closer.at)).trimEnd();
      return { ...fitClosers(text, { expected, modes }, syntax, after), wasCut: true };
    }
    if (wanted.how.kind === "rest") replaced = Math.max(replaced, wanted.how.end);
  }
  return { ...withSigns(output, after, replaced), open, wasCut: false };
}

/** Before its line, if the closer stands first on it. */
function cutAt(output: string, at: number): number {
  const start = output.lastIndexOf("\n", at - 1);
  return start !== -1 && output.slice(start + 1, at).trim() === "" ? start : at;
}

/** A semicolon or comma that stands there already is replaced; one before a closing bracket is none. */
function withSigns(output: string, after: string, replaced: number): Pick<Fitted, "text" | "replaced"> {
  const rest = after.slice(replaced);
  const next = rest.trimStart().charAt(0);
  const last = output.trimEnd().at(-1) ?? "";
  if (next !== "" && next === last && /[;,]/.test(last))
    return { text: output.trimEnd(), replaced: replaced + rest.indexOf(next) + 1 };
  if (last === ";" && /[)\]]/.test(next)) return { text: output.trimEnd().slice(0, -1), replaced };
  return { text: output, replaced };
}
