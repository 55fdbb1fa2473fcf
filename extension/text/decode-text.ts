// Text from bytes: UTF-8, or what a byte order mark says. Never guesses, and never replaces what it cannot read.

/** How the bytes of one file become text. */
export interface Decoding {
  /** Changes when the same bytes may become another text. */
  key: string;
  /** `undefined` if the bytes are in no encoding that is known for the file. */
  text: (bytes: Uint8Array) => Promise<string | undefined>;
}

export const plainDecoding: Decoding = { key: "", text: (bytes) => Promise.resolve(decodeText(bytes)) };

export function decodeText(bytes: Uint8Array): string | undefined {
  const wide = wideMark(bytes);
  return wide === undefined ? decodeUtf8(bytes) : decodeWide(bytes, wide);
}

/**
 * A byte order mark comes first, then the encoding that the file has in the editor. `ask` decodes by it, and may put
 * replacement characters where bytes do not fit: such a text is not taken.
 */
export async function decodeWith(
  bytes: Uint8Array,
  encoding: string,
  ask: (bytes: Uint8Array) => PromiseLike<string>,
): Promise<string | undefined> {
  const plain = decodeText(bytes);
  const isMarked = wideMark(bytes) !== undefined || plain?.startsWith("\uFEFF") === true;
  if (plain !== undefined && (isMarked || encoding.startsWith("utf8"))) return plain;
  try {
    const text = await ask(bytes);
    return text.includes("\uFFFD") ? plain : text;
  } catch {
    // The editor takes the bytes for binary.
    return plain;
  }
}

/** With its byte order mark, so that the text goes verbatim. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return decodeAs(bytes, "utf-8", true);
}

/** The UTF-16 that a byte order mark announces. Its bytes include NUL, which otherwise tells a binary file. */
export function wideMark(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : undefined;
}

/** A NUL means another format that begins alike, for example UTF-32. */
function decodeWide(bytes: Uint8Array, encoding: string): string | undefined {
  const text = decodeAs(bytes, encoding, false);
  return text?.includes("\0") === true ? undefined : text;
}

function decodeAs(bytes: Uint8Array, encoding: string, ignoreBOM: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    // The bytes are not in this encoding.
    return undefined;
  }
}

/** Cuts off what a range left of a UTF-8 character at either end. Other bytes stay as they are. */
export function wholeCharacters(bytes: Uint8Array): { start: number; end: number } {
  const isContinuation = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(start)) start += 1;
  let last = bytes.length - 1;
  while (last > Math.max(start, bytes.length - 4) && isContinuation(last)) last -= 1;
  return { start, end: last >= start && last + lengthOf(bytes[last] ?? 0) > bytes.length ? last : bytes.length };
}

function lengthOf(first: number): number {
  if (first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
