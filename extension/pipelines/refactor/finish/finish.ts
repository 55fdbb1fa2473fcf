// What a model answered becomes the least edits of the target, or the reason why it is not applied.
import { isCloser } from "../../../apply/line-kind.ts";
import type { Line } from "../../../apply/lines.ts";
import type { Failure } from "../../../message/failure.ts";
import type { Notice } from "../../../message/notice.ts";
import type { Result } from "../../../message/result.ts";
import { pathsOfFence, withoutMarker } from "../../../text/fence.ts";
import { levelAt, scopeAtCaret } from "../caret.ts";
import { chooseCode, type Code } from "./choose-code.ts";
import { type Answer, readAnswer } from "./code-blocks.ts";
import {
  type CodeLine,
  codeLines,
  compare,
  type Compared,
  type Part,
  sameLines,
  shiftWithin,
  withSimilar,
} from "./compare.ts";
import { cutAnswer } from "./cut-answer.ts";
import { type Scope, scopeOf, type Target } from "../document.ts";
import { applyEdits, type Edit, editsOf } from "./edits.ts";
import { indentAnswer } from "./indent-answer.ts";
import { type Elision, elisionOf, isInlineElision, isPart, missingAt } from "./leave-out.ts";
import { withoutMarkers } from "../markers.ts";
import { withinLine } from "./within-line.ts";
import * as words from "../words.ts";

export interface FinishInput {
  /** The document as it is now. */
  text: string;
  target: Target;
  language?: string;
  /** What the model said. */
  output: string;
  /** Whether the model stopped at its limit. If it is not known, a fence that is not closed says so. */
  isCut?: boolean;
}

export interface Finished {
  /** In the order of the document; none if the answer changes nothing. */
  edits: Edit[];
  /** The document with them. */
  text: string;
  notices: Notice[];
}

/** The answer is kept, so that the user can read what was not applied. */
export type Refusal = Failure & { answer: string };

/** Touches no text outside the target. Never rejects. */
export async function finishRefactor(input: FinishInput): Promise<Result<Finished, Refusal>> {
  const { text, target, output } = input;
  const found = scopeOf(text, target);
  if (found === undefined) return refuse("invalid-target", words.notInDocument, output);
  if (output.trim() === "") return refuse("empty-answer", words.emptyAnswer, output);
  const scope = scopeAtCaret(found);
  const answer = readAnswer(output);
  const code = codeFor(answer, scope, input);
  if (code === undefined)
    return refuse(
      input.isCut === true ? "cut-off" : "no-code",
      input.isCut === true ? words.cutOff : words.noCode,
      output,
    );
  const part = await partOf(scope);
  const texts = scope.lines.map((line) => line.text);
  const compared = await compare(code.lines, texts, part, input.language);
  if (isCutOff(code, compared, part, input)) return refuse("cut-off", words.cutOff, output);
  const fitted = fit(compared, part, scope, input.language);
  if (fitted === undefined) return refuse("leaves-out", words.leavesOut, output);
  const edits = await editsOf(scope, withBlankEnds(scope, part, fitted.lines));
  const notices = fitted.outside > 0 ? [{ message: words.outsideTarget(fitted.outside) }] : [];
  return { ok: true, value: { edits, text: applyEdits(text, edits), notices } };
}

function refuse(code: string, message: string, answer: string): Result<never, Refusal> {
  return { ok: false, failure: { stage: "turn", code, message, retryable: code !== "invalid-target", answer } };
}

/** Without the blank lines around it, Galley's markers, and a first line that only names the file. */
function codeFor(answer: Answer, { lines, start, end }: Scope, { text, language }: FinishInput): Code | undefined {
  const document = lines.map((line) => line.text);
  const code = chooseCode(answer, { target: document.slice(start, end), document, language });
  if (code === undefined) return undefined;
  const plain = withoutMarkers(code.lines, text);
  const first = plain.find((line) => line.trim() !== "")?.trim() ?? "";
  const [path] = document.some((line) => line.trim() === first) ? [] : pathsOfFence("", plain.join("\n"));
  const bare = path === undefined ? plain : withoutMarker(plain.join("\n"), path).split("\n");
  const isSaid = (line: string): boolean => line.trim() !== "";
  return { ...code, lines: bare.slice(Math.max(0, bare.findIndex(isSaid)), bare.findLastIndex(isSaid) + 1) };
}

/** The target without the blank lines around it: they stay. */
async function partOf(scope: Scope): Promise<Part> {
  const { lines, start, end } = scope;
  const isSaid = (line: { text: string }): boolean => line.text.trim() !== "";
  const own = lines.slice(start, end);
  const first = own.findIndex(isSaid);
  if (first < 0) return { start, end, level: await levelAt(scope) };
  return { start: start + first, end: start + own.findLastIndex(isSaid) + 1 };
}

function withBlankEnds({ lines, start, end }: Scope, part: Part, becomes: readonly string[]): string[] {
  const textOf = ({ text }: { text: string }): string => text;
  return [...lines.slice(start, part.start).map(textOf), ...becomes, ...lines.slice(part.end, end).map(textOf)];
}

/** A fence that is not closed, or brackets that are not, and an end that is not the target's. */
function isCutOff(
  { isBare, isOpen }: Code,
  { answer, document }: Compared,
  part: Part,
  { isCut }: FinishInput,
): boolean {
  if (isCut === true) return isBare || isOpen;
  const target = document.slice(part.start, part.end);
  const [last, own] = [answer.at(-1), target.at(-1)];
  const endsAlike = last !== undefined && own !== undefined && last.words === own.words && isAtEnd(answer, target);
  if (isOpen) return isCut === undefined || !endsAlike || openBrackets(answer) > 0;
  return isBare && !endsAlike && openBrackets(target) === 0 && openBrackets(answer) > 0;
}

/** A closing line counts only if it closes the first. */
function isAtEnd(answer: readonly Line[], target: readonly Line[]): boolean {
  const depth = (lines: readonly Line[]): number => (lines.at(-1)?.level ?? 0) - (lines[0]?.level ?? 0);
  return !isCloser(answer.at(-1)?.words ?? "") || depth(answer) === depth(target);
}

function openBrackets(lines: readonly Line[]): number {
  let open = 0;
  for (const { words: said } of lines)
    for (const sign of said.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\/.*$/g, ""))
      if ("([{".includes(sign)) open += 1;
      else if (")]}".includes(sign)) open -= 1;
  return open;
}

/** What the target becomes, line by line; nothing if the answer leaves out some of it. */
function fit(
  compared: Compared,
  part: Part,
  scope: Scope,
  language: string | undefined,
): { lines: string[]; outside: number } | undefined {
  const { answer, document } = compared;
  const elisions = elisionsIn(answer, document, language);
  const cut = cutAnswer(
    compared,
    part,
    elisions.map((elision) => elision === "sure"),
  );
  const target = document.slice(part.start, part.end);
  const isEdge = [cut.from - 1, cut.to].map((at) => elisions[at] !== undefined);
  const own = codeLines(answer.slice(cut.from, cut.to), language);
  const shift = shiftWithin(
    own.filter((_, at) => elisions[cut.from + at] !== "sure"),
    document,
    part,
  );
  const kept = keptLines(own, elisions.slice(cut.from, cut.to), target, shift, isEdge);
  if (kept === undefined) return undefined;
  const same = sameLines(kept, target, shift);
  if (showsLess(kept, target, same, scope, knownIn(document))) return undefined;
  const lines = indentAnswer({ ...compared, answer: kept, shift }, part, same);
  return { lines: withinLine(lines, kept, scope, part), outside: cut.outside };
}

function showsLess(
  kept: readonly Line[],
  target: readonly Line[],
  same: Int32Array,
  { before, after }: Scope,
  isKnown: (said: string) => boolean,
): boolean {
  const inline = kept.flatMap((line, at) => (isInlineElision(line, isKnown) ? [at] : []));
  const isMostlySame = 2 * same.filter((pair) => pair >= 0).length > target.length;
  if (inline.length === 0 && (isMostlySame || before + after !== "")) return false;
  const like = withSimilar(kept, target, same);
  return inline.some((at) => missingAt(at, like, target) > 0) || (before + after === "" && isPart(kept, target, like));
}

function knownIn(document: readonly Line[]): (said: string) => boolean {
  const known = new Set(document.map((line) => line.words));
  return (said) => known.has(said);
}

function elisionsIn(answer: readonly Line[], document: readonly Line[], language: string | undefined): Elision[] {
  const isKnown = knownIn(document);
  let above: Line | undefined;
  return answer.map((line) => {
    const elision = elisionOf(line, language, above, isKnown);
    if (line.words !== "") above = line;
    return elision;
  });
}

/** Without the comments that stand for code outside the target; nothing if one stands for code of the target. */
function keptLines(
  own: readonly CodeLine[],
  elisions: readonly Elision[],
  target: readonly Line[],
  shift: number,
  isEdge: readonly boolean[],
): CodeLine[] | undefined {
  if (elisions.every((elision) => elision === undefined) && !isEdge.includes(true)) return withoutBlankEnds(own);
  const like = withSimilar(own, target, sameLines(own, target, shift));
  const isEmpty = target.every((line) => line.words === "");
  const first = own.findIndex((line, at) => line.words !== "" && elisions[at] === undefined);
  const last = own.findLastIndex((line, at) => line.words !== "" && elisions[at] === undefined);
  for (const [at, elision] of elisions.entries()) {
    if (elision === undefined) continue;
    const isWithin = at > first && at < last;
    if (isEmpty ? isWithin && elision === "sure" : missingAt(at, like, target) > 0) return undefined;
  }
  if (!isEmpty && isEdge[0] === true && missingAt(-1, like, target) > 0) return undefined;
  if (!isEmpty && isEdge[1] === true && missingAt(own.length, like, target) > 0) return undefined;
  return withoutBlankEnds(own.filter((_, at) => elisions[at] !== "sure"));
}

function withoutBlankEnds(lines: readonly CodeLine[]): CodeLine[] {
  const isSaid = (line: Line): boolean => line.words !== "";
  return lines.slice(Math.max(0, lines.findIndex(isSaid)), lines.findLastIndex(isSaid) + 1);
}
