// An answer that was cut off and its continuation become one: models begin a new fence or repeat what they said last.

/** A shorter repetition may be chance. */
const LEAST = 6;
const MOST = 2_000;

export function joinContinued(first: string, more: string): string {
  const fences = first.match(/^\s*(?:`{3,}|~{3,})/gm)?.length ?? 0;
  const plain = fences % 2 === 1 ? more.replace(/^\s*(?:`{3,}|~{3,})[^\n]*\n/, "") : more;
  for (let length = Math.min(first.length, plain.length, MOST); length >= LEAST; length -= 1)
    if (first.endsWith(plain.slice(0, length))) return first + plain.slice(length);
  const last = first.slice(first.lastIndexOf("\n") + 1);
  // It begins the last line again.
  const isAgain = last.trim() !== "" && plain.trimStart().startsWith(last.trim());
  return isAgain
    ? first.slice(0, first.length - last.length) +
        last.slice(0, last.length - last.trimStart().length) +
        plain.trimStart()
    : first + plain;
}
