// Where an answer begins to repeat what stands below the caret.
import { type Caret, isBlank, linesBelow } from "../caret.ts";

const MOST_LINES = 40;

/** How much of the text is new: up to where the lines below begin again, or all of it. */
export function newLength(output: string, caret: Caret): number {
  const below = linesBelow(caret, MOST_LINES)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  if (below.length === 0) return output.length;
  const lines = output.split("\n").map((line) => line.trimEnd());
  const whole = [`${caret.before}${lines[0] ?? ""}`.trimEnd(), ...lines.slice(1)];
  for (let at = 0; at < whole.length; at += 1)
    if (isAgain(whole.slice(at), below)) return at === 0 ? 0 : lengthOf(output, at);
  return output.length;
}

/** Of the first so many lines, without the last line end. */
function lengthOf(output: string, count: number): number {
  return output.split("\n").slice(0, count).join("\n").length;
}

function isAgain(lines: readonly string[], below: readonly string[]): boolean {
  const [first = "", ...rest] = lines;
  const [next = ""] = below;
  if (isBlank(first) || isOnlyClosing(first)) return false;
  const following = rest.filter((line) => !isBlank(line));
  const isLast = following.length === 0;
  // An answer that was cut off ends within the line.
  if (isLast && first.trim().length >= 8 && next.startsWith(first)) return true;
  const goesOn = following[0] !== undefined && following[0].trim() === below[1]?.trim();
  if (first === next) return isLast || goesOn || first.trim().length >= 6;
  return (
    first.trim() === next.trim() &&
    isLongEnough(first) &&
    isLongEnough(following[0]) &&
    goesOn &&
    isSame(following, below.slice(1))
  );
}

/** All that follows is below, too: then it is the document again, however it is indented. */
function isSame(lines: readonly string[], below: readonly string[]): boolean {
  return lines.every(
    (line, at) => line.trim() === below[at]?.trim() || (below[at]?.trim() ?? "").startsWith(line.trim()),
  );
}

/** Brackets are matched, not compared. */
function isOnlyClosing(line: string): boolean {
  return /^[)\]}>;,\s]*$/.test(line);
}

function isLongEnough(line = ""): boolean {
  return line.trim().length >= 4 && !isOnlyClosing(line);
}
