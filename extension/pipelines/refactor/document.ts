// A document in lines with their own line ends, and the part of it that an instruction is about.

/** A line as it stands: its text, and what ends it; the last line ends with nothing. */
export interface DocumentLine {
  text: string;
  end: string;
}

/** Whole lines from 1, both included. An empty range, `end` one less than `start`, stands before the line `start`. */
export interface Lines {
  start: number;
  end: number;
}

/** An empty range shares the lines that it stands within. */
export function shareLines(one: Lines, other: Lines): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** A place in a document: lines count from 1, characters are UTF-16 units from 0, as the editor counts them. */
export interface Position {
  line: number;
  character: number;
}

/** What the user selected: whole lines, or characters; two equal positions are the caret. */
export type Target = Lines | { from: Position; to: Position };

/** The lines of the document that a target touches, and what of them must stay as it is. */
export interface Scope {
  lines: readonly DocumentLine[];
  /** The lines of the target: from index `start`, to before `end`. */
  start: number;
  end: number;
  /** Of a selection within lines: what stands before it in the first and after it in the last. */
  before: string;
  after: string;
  isCaret: boolean;
}

/** As the editor splits them; joined, the lines are the document again. */
export function linesOf(text: string): DocumentLine[] {
  const lines: DocumentLine[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(from, index), end });
    from = index + end.length;
  }
  lines.push({ text: text.slice(from), end: "" });
  return lines;
}

/** `undefined` if the target is not in the document. */
export function scopeOf(text: string, target: Target): Scope | undefined {
  const lines = linesOf(text);
  return "from" in target ? selected(lines, target.from, target.to) : wholeLines(lines, target);
}

function wholeLines(lines: readonly DocumentLine[], { start, end }: Lines): Scope | undefined {
  const isThere = start >= 1 && end >= start - 1 && start <= lines.length + 1 && start <= Math.max(end, lines.length);
  if (!isThere) return undefined;
  const last = Math.min(end, lines.length);
  return { lines, start: start - 1, end: last, before: "", after: "", isCaret: end < start };
}

function selected(lines: readonly DocumentLine[], from: Position, to: Position): Scope | undefined {
  const isCaret = from.line === to.line && from.character === to.character;
  const [first, last] = [lines[from.line - 1], lines[to.line - 1]];
  if (first === undefined || last === undefined || to.line < from.line) return undefined;
  // A selection that ends before the first character of a line does not include that line.
  if (!isCaret && to.character === 0 && to.line > from.line) {
    const above = lines[to.line - 2]?.text.length ?? 0;
    return selected(lines, from, { line: to.line - 1, character: above });
  }
  const [before, after] = [first.text.slice(0, from.character), last.text.slice(to.character)];
  const isWhole = before.trim() === "" && after.trim() === "";
  return {
    lines,
    start: from.line - 1,
    end: to.line,
    before: isWhole ? "" : before,
    after: isWhole ? "" : after,
    isCaret,
  };
}

/** The text of the target: of a selection within lines, only what is selected. */
export function textOfScope({ lines, start, end, before, after }: Scope): string {
  const text = lines
    .slice(start, end)
    .map((line, at, { length }) => (at === length - 1 ? line.text : line.text + line.end))
    .join("");
  return text.slice(before.length, text.length - after.length);
}

/** What most lines of the target end with, or else of the document. */
export function lineEndOf({ lines, start, end }: Scope): string {
  return mostFrequent(lines.slice(start, end)) ?? mostFrequent(lines) ?? "\n";
}

function mostFrequent(lines: readonly DocumentLine[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
