// Whether an answer begins as its wire does: events or lines, and no web page or error in their place.

const decoder = new TextDecoder();

/** The first sign that is not a blank, without a byte order mark. */
function firstSign(bytes: Uint8Array): string {
  return decoder.decode(bytes.subarray(0, 256)).trimStart().charAt(0);
}

/** `lines`: the wire streams JSON lines. An event never begins with a bracket. */
export function isOwnForm(first: Uint8Array, lines: boolean): boolean {
  const sign = firstSign(first);
  return sign !== "<" && (lines || (sign !== "{" && sign !== "["));
}
