// An answer without the thoughts that some models write before it.

const THOUGHTS = /^\s*<(think|thinking|reasoning)>/i;
const END = /<\/(?:think|thinking|reasoning)>[ \t]*\n*/i;

/** `undefined` if it never came to an answer. */
export function withoutReasoning(output: string): string | undefined {
  const isOpened = THOUGHTS.test(output);
  const end = END.exec(output);
  if (end === null) return isOpened ? undefined : output;
  // Templates open the thoughts for the model: then only the end of them is in the answer.
  const isEnd = isOpened || !/<(?:think|thinking|reasoning)>/i.test(output.slice(0, end.index));
  return isEnd ? output.slice(end.index + end[0].length) : output;
}
