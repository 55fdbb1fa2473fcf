// What an answer repeats of the text before the caret, and how its first line begins.
import { type Caret, indentOf, isBlank, linesAbove, widthOf } from "../caret.ts";
import type { Syntax } from "../syntax.ts";
import { unitOf } from "./indentation.ts";

const MOST_LINES = 20;

/** Chat models begin with the line they shall complete, or with some before it. */
export function withoutEcho(output: string, caret: Caret): string {
  const above = linesAbove(caret, MOST_LINES);
  for (let count = above.length; count >= 0; count -= 1) {
    const echo = [...above.slice(above.length - count), caret.before].join("\n");
    if (!isEcho(echo, count)) continue;
    if (output.startsWith(echo)) return output.slice(echo.length);
    const bare = echo.trimStart();
    const trimmed = output.trimStart();
    if (trimmed.startsWith(bare)) return trimmed.slice(bare.length);
    // The last line may end with a blank that the model leaves out.
    const short = bare.trimEnd();
    if (isEcho(short, count) && trimmed.startsWith(short) && !isBlank(caret.before)) return trimmed.slice(short.length);
  }
  return output;
}

/** A word alone may begin two things. */
function isEcho(text: string, lines: number): boolean {
  const bare = text.trim();
  return bare.length >= 4 && /\w/.test(bare) && (lines > 0 || /[^\w]/.test(bare));
}

/** The first line as it follows the caret: no blank lines on an empty line, no indentation twice, no double blank. */
export function withFirstLine(output: string, caret: Caret, syntax: Syntax, isInString: boolean): string {
  const { before } = caret;
  if (!isBlank(before)) return /\s$/.test(before) && !isInString ? output.replace(/^[ \t]+/, "") : output;
  const text = output.replace(/^(?:[ \t]*\n)+/, "");
  const own = indentOf(text);
  if (own === "" || before === "") return text;
  const total = widthOf(before) + widthOf(own);
  const isTwice = widthOf(own) >= widthOf(before) && total > expectedWidth(caret, syntax);
  return isTwice ? own.slice(commonLength(own, before)) + text.slice(own.length) : text;
}

/** How far the line of the caret is indented, by the line above. */
function expectedWidth(caret: Caret, syntax: Syntax): number {
  const above = linesAbove(caret, MOST_LINES).findLast((line) => !isBlank(line)) ?? "";
  const width = widthOf(indentOf(above));
  return syntax.openers.test(above.trimEnd()) ? width + unitOf(caret).length : width;
}

function commonLength(own: string, before: string): number {
  if (own.startsWith(before)) return before.length;
  let at = 0;
  for (let width = 0; at < own.length && width < widthOf(before); at += 1) width += own[at] === "\t" ? 4 : 1;
  return at;
}
