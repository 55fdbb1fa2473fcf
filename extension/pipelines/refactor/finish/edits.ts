// The least edits of whole lines that turn a target into what it becomes, how they are applied, and how they are undone.
import { alignKeys } from "../../../apply/align.ts";
import { lineEndOf, type DocumentLine, type Lines, linesOf, type Scope } from "../document.ts";
import { longestCommon, MOST_CELLS } from "./longest-common.ts";

/** Replaces whole lines. The text has its line ends: an empty one deletes. An empty range puts the text before its line. */
export interface Edit {
  range: Lines;
  text: string;
}

/** A byte order mark belongs to the file, not to its first line. */
const MARK = "\uFEFF";

/** Edits in the order of the document. Lines that stay are not part of any. */
export async function editsOf(scope: Scope, becomes: readonly string[]): Promise<Edit[]> {
  const { lines, start, end } = scope;
  const old = lines.slice(start, end);
  const lineEnd = lineEndOf(scope);
  // What ends the target's last line is behind the target.
  const lastEnd = old.at(-1)?.end ?? lineEnd;
  const mark =
    start === 0 && old[0]?.text.startsWith(MARK) === true && becomes[0]?.startsWith(MARK) !== true ? MARK : "";
  const fresh = becomes.map((text, at): DocumentLine => ({
    text: at === 0 ? mark + text : text,
    end: at === becomes.length - 1 ? lastEnd : lineEnd,
  }));
  const pairs = await pairsOf(old, fresh);
  const last = pairs.indexOf(fresh.length - 1);
  if (old[last] !== undefined && old[last].end !== lastEnd) pairs[last] = -1;
  const edits: Edit[] = [];
  let [at, next] = [0, 0];
  const push = (to: number, until: number): void => {
    if (at === to && next === until) return;
    const text = fresh.slice(next, until).map((line) => line.text + line.end);
    edits.push({ range: { start: start + at + 1, end: start + to }, text: text.join("") });
  };
  for (const [mine, theirs] of [...pairs.entries()]) {
    if (theirs < 0) continue;
    push(mine, theirs);
    [at, next] = [mine + 1, theirs + 1];
  }
  push(old.length, fresh.length);
  return atEndOfFile(scope, edits, lineEnd);
}

/** Text behind a last line that has no line end takes that line along. */
function atEndOfFile({ lines }: Scope, edits: readonly Edit[], lineEnd: string): Edit[] {
  const count = lines.length;
  return edits.map((edit) => {
    if (edit.range.start <= count || edit.text === "") return edit;
    const text = edit.text.slice(0, edit.text.length - lineEnd.length);
    return { range: { start: count, end: count }, text: `${lines.at(-1)?.text ?? ""}${lineEnd}${text}` };
  });
}

/** For each old line the new line that is the same, or -1. A line that loses its line end is another. */
async function pairsOf(old: readonly DocumentLine[], fresh: readonly DocumentLine[]): Promise<Int32Array> {
  const keys = new Map<string, number>();
  const keyOf = ({ text, end }: DocumentLine): number => {
    const name = end === "" ? `${text} ` : `${text}\n`;
    const key = keys.get(name) ?? keys.size;
    keys.set(name, key);
    return key;
  };
  const [one, other] = [old.map(keyOf), fresh.map(keyOf)];
  // In larger stretches lines are matched by those that stand once in both.
  return one.length * other.length > MOST_CELLS ? alignKeys(one, other) : longestCommon(one, other);
}

/** Edits of one document, which do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lines = linesOf(text).map((line) => line.text + line.end);
  const last = [...edits].sort((one, other) => other.range.start - one.range.start || other.range.end - one.range.end);
  for (const { range, text: fresh } of last) lines.splice(range.start - 1, range.end - range.start + 1, fresh);
  return lines.join("");
}

/** What gives back the document from which the edits were made, in the lines of the one they led to. */
export function undoOf(text: string, edits: readonly Edit[]): Edit[] {
  const lines = linesOf(text).map((line) => line.text + line.end);
  let shift = 0;
  return [...edits]
    .sort((one, other) => one.range.start - other.range.start)
    .map(({ range, text: fresh }) => {
      const old = lines.slice(range.start - 1, range.end).join("");
      const start = range.start + shift;
      const count = linesOf(fresh).length - (/[\r\n]$/.test(fresh) || fresh === "" ? 1 : 0);
      shift += count - (range.end - range.start + 1);
      return { range: { start, end: start + count - 1 }, text: old };
    });
}
