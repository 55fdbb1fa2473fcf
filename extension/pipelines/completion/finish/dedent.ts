// Where an answer leaves the block it began in.
import { type Caret, indentOf, isBlank, widthOf } from "../caret.ts";
import type { Mode } from "../scan.ts";
import { scan } from "../scan.ts";
import type { Syntax } from "../syntax.ts";
import { isCloser } from "./indentation.ts";

/** A line that goes on with the block that was closed before it. */
const GOES_ON =
  /^(?:else|elif|elsif|elseif|except|finally|catch|rescue|ensure|and|or|when|case|then|while|end|done|fi|until|esac)\b|^[.?:&|+,]|^(?:\)|\]|\})/;

/** The length of the answer up to there, or all of it. */
export function blockLength(output: string, caret: Caret, syntax: Syntax, modes: readonly Mode[]): number {
  const lines = output.split("\n");
  const start = caret.before + (lines[0] ?? "");
  const base = widthOf(indentOf(start));
  const isOpened = !isBlank(caret.before) && syntax.openers.test(start.trimEnd());
  const { within } = scan(output, syntax, modes);
  let at = (lines[0] ?? "").length + 1;
  let isInside = false;
  for (const line of lines.slice(1)) {
    const isFree = isBlank(line) || within.has(at) || syntax.loose?.test(line.trimStart()) === true;
    const width = widthOf(indentOf(line));
    if (!isFree && width < base) return at - 1;
    if (!isFree && isOpened && isInside && width === base && !goesOn(line, syntax)) return at - 1;
    if (!isFree && width > base) isInside = true;
    at += line.length + 1;
  }
  return output.length;
}

function goesOn(line: string, syntax: Syntax): boolean {
  return isCloser(line, syntax) || GOES_ON.test(line.trimStart());
}
