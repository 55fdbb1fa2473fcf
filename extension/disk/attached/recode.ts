// An attached text in another encoding becomes UTF-8, as the editor shows it, so that every model and tool can read it.
import { isTextMime } from "../../text/mime.ts";
import type { Decoding } from "../../text/decode-text.ts";
import type { FileKind } from "../kind.ts";

/** Larger texts stay as they are, and models get their name and size. */
const MOST_BYTES = 5 * 1024 * 1024;

const UNKNOWN = "application/octet-stream";

/** Whether a file that is neither UTF-8 nor another known format can be text. */
export function mayBeText({ mime, class: kind }: FileKind, size: number): boolean {
  return kind === "other" && size <= MOST_BYTES && (isTextMime(mime) || mime === UNKNOWN);
}

/** `undefined` if the bytes are no text, or their encoding is unknown: they stay as they are. */
export async function recode(bytes: Uint8Array, kind: FileKind, decoding: Decoding): Promise<Recoded | undefined> {
  if (!mayBeText(kind, bytes.length) || bytes.includes(0)) return undefined;
  const text = await decoding.text(bytes);
  if (text === undefined) return undefined;
  return { bytes: Buffer.from(text), mime: kind.mime === UNKNOWN ? "text/plain" : kind.mime };
}

export interface Recoded {
  bytes: Buffer;
  mime: string;
}
