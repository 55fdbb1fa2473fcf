// The lines of an answer, indented as the document is.
import { type Caret, indentOf, isBlank, linesAbove, linesBelow, widthOf } from "../caret.ts";
import type { Syntax } from "../syntax.ts";

/** Lines around the caret that show how the document is indented. */
const NEAR = 200;

/** One step of indentation near the caret. */
export function unitOf(caret: Caret): string {
  const indents = [...linesAbove(caret, NEAR), caret.before, ...linesBelow(caret, NEAR)]
    .filter((line) => !isBlank(line) || line === caret.before)
    .map(indentOf)
    .filter((indent) => indent !== "");
  if (indents.some((indent) => indent.startsWith("\t"))) return "\t";
  const widths = indents.map((indent) => indent.length).filter((width) => width > 1);
  return " ".repeat(widths.length === 0 ? 4 : Math.min(8, ...widths));
}

/** Tabs where the document has tabs, and moved in where the model wrote its lines from the margin. */
export function withIndentation(output: string, caret: Caret, syntax: Syntax): string {
  const [first = "", ...rest] = output.split("\n");
  if (rest.length === 0) return output;
  const unit = unitOf(caret);
  const step = stepIn(rest);
  const inUnits = rest.map((line) => inUnit(line, unit, step));
  return [first, ...movedIn(caret.before + first, inUnits, unit, syntax)].join("\n");
}

/** The smallest step between two lines of the answer. */
function stepIn(lines: readonly string[]): number {
  const widths = lines.filter((line) => !isBlank(line)).map((line) => widthOf(indentOf(line)));
  const steps = widths.flatMap((width, at) => [width, Math.abs(width - (widths[at - 1] ?? width))]);
  return Math.min(4, ...steps.filter((step) => step > 1));
}

function inUnit(line: string, unit: string, step: number): string {
  const indent = indentOf(line);
  const isOther = unit === "\t" ? / {2}/.test(indent) : indent.includes("\t");
  if (!isOther) return line;
  const text = line.slice(indent.length);
  if (unit !== "\t") return indent.replaceAll("\t", unit) + text;
  const spaces = indent.replaceAll("\t", " ".repeat(step)).length;
  return "\t".repeat(Math.round(spaces / step)) + text;
}

/** After a line that opens a block, the next is deeper: if it is not, the model left out the indentation of the start. */
function movedIn(start: string, lines: readonly string[], unit: string, syntax: Syntax): readonly string[] {
  const base = indentOf(start);
  const next = lines.find((line) => !isBlank(line));
  if (base === "" || next === undefined || !syntax.openers.test(start.trimEnd())) return lines;
  const width = widthOf(indentOf(next));
  const isDeeper = width > widthOf(base) || (width === widthOf(base) && isCloser(next, syntax));
  if (isDeeper) return lines;
  // Written without any indentation: the block is one step deeper, and what closes it is not.
  const step = width === 0 && !isCloser(next, syntax) ? unit : "";
  return lines.map((line) => (isBlank(line) ? line : base + (isCloser(line, syntax) ? "" : step) + line));
}

/** Whether a line begins with what ends a block. */
export function isCloser(line: string, { ends }: Syntax): boolean {
  const bare = line.trimStart();
  return /^[)\]}]/.test(bare) || /^<\//.test(bare) || ends?.test(bare) === true;
}
