// A raw answer becomes the text that is shown at the caret, or nothing, with the reason.
import { type Amount, amountAt, isAskedAt } from "../amount.ts";
import { type Caret, caretAt, indentOf, isBlank, linesAbove, widthOf } from "../caret.ts";
import { closerOf, scan } from "../scan.ts";
import { type Syntax, syntaxOf } from "../syntax.ts";
import { cleanOutput, type About } from "./clean.ts";
import { type Fitted, fitClosers, surroundingsOf, type Surroundings } from "./closers.ts";
import { newLength } from "./cut-below.ts";
import { blockLength } from "./dedent.ts";
import { withFirstLine, withoutEcho } from "./echo.ts";
import { withIndentation } from "./indentation.ts";

export type NothingReason =
  /** The caret is inside a line, before more than closing signs. */
  | "inside-line"
  /** There is no text, or blanks only. */
  | "empty"
  /** The model thought and never answered. */
  | "only-reasoning"
  /** It is what stands below the caret. */
  | "same-as-below"
  /** It is the line above once more. */
  | "repeats-above"
  /** It begins with leaving the block of the caret. */
  | "leaves-block"
  /** It begins with closing what the document closes already. */
  | "closes-again"
  /** What is left of it opens brackets and does not close them. */
  | "unbalanced";

/** Offsets of the document. */
export type Finished = { insert: string; start: number; end: number } | { nothing: NothingReason };

export interface Place {
  text: string;
  offset: number;
  language?: string | undefined;
  /** Without it, as the place suggests. */
  amount?: Amount | undefined;
  /** What stands around the caret, if it is known. */
  around?: Surroundings | undefined;
}

export function finish(place: Place, output: string, about: About = {}): Finished {
  const clean = cleanOutput(output, { language: place.language, ...about });
  return clean === undefined ? { nothing: "only-reasoning" } : finishClean(place, clean);
}

/** Against the document as it is now. `output` is clean: what the cache keeps. */
export function finishClean({ text, offset, language, amount, around: known }: Place, output: string): Finished {
  const caret = caretAt(text, offset);
  if (!isAskedAt(caret)) return { nothing: "inside-line" };
  if (isBlank(output)) return { nothing: "empty" };
  if (leavesAtOnce(output, caret)) return { nothing: "leaves-block" };
  const syntax = syntaxOf(language);
  const around = known ?? surroundingsOf(caret, syntax);
  const shaped = shape(output, caret, syntax, around);
  const wanted = (amount ?? amountAt(caret, syntax)) === "line" ? firstLine(shaped) : shaped;
  if (isBlank(wanted)) return { nothing: "empty" };
  const cut = cutToNew(wanted, caret, syntax, around);
  if ("nothing" in cut) return cut;
  const isWhole = scan(shaped, syntax, around.modes).open.length === 0;
  const fitted = fit(cut.text, { isWhole, isLine: !wanted.includes("\n") && wanted !== shaped }, around, syntax, caret);
  return "nothing" in fitted ? fitted : shown(fitted, caret);
}

/** On an empty line, an answer that begins on a line of its own says itself how deep it is. */
function leavesAtOnce(output: string, { before }: Caret): boolean {
  const first = /^(?:[ \t]*\n)+([ \t]*)\S/.exec(output)?.[1];
  return isBlank(before) && first !== undefined && widthOf(first) < widthOf(before);
}

function shape(output: string, caret: Caret, syntax: Syntax, { modes }: Surroundings): string {
  const isInString = modes.at(-1)?.kind === "string";
  const own = withFirstLine(withoutEcho(output, caret), caret, syntax, isInString);
  return withIndentation(own, caret, syntax);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function cutToNew(
  output: string,
  caret: Caret,
  syntax: Syntax,
  { modes }: Surroundings,
): { text: string } | { nothing: NothingReason } {
  const fresh = newLength(output, caret);
  if (isBlank(output.slice(0, fresh))) return { nothing: "same-as-below" };
  const text = output.slice(0, Math.min(fresh, blockLength(output, caret, syntax, modes)));
  return isBlank(text) ? { nothing: "leaves-block" } : { text };
}

interface Cut {
  /** The answer closed all that it opened. */
  isWhole: boolean;
  /** Only its first line is wanted. */
  isLine: boolean;
}

/** A balanced answer stays balanced: lines at its end go, or what its one line opens is closed as the editor would. */
function fit(
  output: string,
  { isWhole, isLine }: Cut,
  around: Surroundings,
  syntax: Syntax,
  { after }: Caret,
): Fitted | { nothing: NothingReason } {
  const fitted = fitClosers(output, around, syntax, after);
  if (isBlank(fitted.text)) return { nothing: "closes-again" };
  if (!isWhole || fitted.open.length === 0 || syntax.isProse) return fitted;
  if (isLine) return { ...fitted, text: fitted.text.trimEnd() + closing(fitted) };
  const lines = fitted.text.split("\n");
  for (let count = lines.length - 1; count > 0; count -= 1) {
    const fewer = fitClosers(lines.slice(0, count).join("\n"), around, syntax, after);
    if (fewer.open.length === 0 && !isBlank(fewer.text)) return fewer;
  }
  return { nothing: "unbalanced" };
}

function closing({ open }: Fitted): string {
  return open
    .toReversed()
    .map(({ sign }) => closerOf(sign))
    .join("");
}

function shown({ text, replaced }: Fitted, caret: Caret): Finished {
  const insert = text.trimEnd();
  if (isBlank(insert)) return { nothing: "empty" };
  const rest = caret.after.slice(replaced);
  if (insert === caret.after.slice(0, replaced)) return { nothing: "same-as-below" };
  if (repeatsAbove(insert, rest, caret)) return { nothing: "repeats-above" };
  return {
    insert: caret.eol === "\n" ? insert : insert.replaceAll("\n", caret.eol),
    start: caret.offset,
    end: caret.offset + replaced,
  };
}

/** All of its lines, as they would stand, are those above the caret. */
function repeatsAbove(insert: string, rest: string, caret: Caret): boolean {
  const lines = `${caret.before}${insert}${rest}`.split("\n").filter((line) => !isBlank(line));
  const above = linesAbove(caret, 2 * lines.length + 4).filter((line) => !isBlank(line));
  const last = above.slice(-lines.length);
  const text = lines.join("").trim();
  return (
    last.length === lines.length &&
    text.length >= 4 &&
    /\p{L}/u.test(text) &&
    lines.every(
      (line, at) =>
        line.trim() === last[at]?.trim() && (lines.length === 1 || indentOf(line) === indentOf(last[at] ?? "")),
    )
  );
}
