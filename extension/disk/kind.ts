// What a file is: by its first bytes, then by its name. Loaded when something is attached.
import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import mime from "mime";
import { wideMark } from "../text/decode-text.ts";
import { isTextMime } from "../text/mime.ts";

export interface FileKind {
  mime: string;
  /** What attachments are routed by; everything else goes as name and size. */
  class: "text" | "image" | "pdf" | "audio" | "video" | "other";
  /** Of an image whose header says so. */
  pixels?: { width: number; height: number };
}

/** As many first bytes as are needed to tell; fewer are the whole file. */
export const HEAD_BYTES = 64 * 1024;

export async function kindOf(head: Uint8Array, name: string): Promise<FileKind> {
  // The library throws for bytes that end too early: their type is unknown.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const byName = mime.getType(name);
  if (isText(head) && (found === undefined || isTextMime(found.mime))) return { mime: textMime(byName), class: "text" };
  const type = found?.mime ?? byName ?? "application/octet-stream";
  const kind = classOf(type);
  // A name alone does not make a picture: the bytes must agree.
  if (found === undefined && kind !== "other") return { mime: "application/octet-stream", class: "other" };
  const pixels = kind === "image" ? pixelsOf(head) : undefined;
  return { mime: type, class: kind, ...(pixels !== undefined && { pixels }) };
}

function classOf(type: string): FileKind["class"] {
  if (type === "application/pdf") return "pdf";
  const kind = /^(image|audio|video)\//.exec(type)?.[1];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "other";
}

/** `.ts` is a video by name; what reads as text is text whatever its name says. */
function textMime(byName: string | null): string {
  return byName !== null && isTextMime(byName) ? byName : "text/plain";
}

/** UTF-8 without a NUL, or UTF-16 with its mark. A full `head` may end within a character. */
function isText(head: Uint8Array): boolean {
  const wide = wideMark(head);
  if (wide === undefined && head.includes(0)) return false;
  try {
    const text = new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(head, {
      stream: head.length >= HEAD_BYTES,
    });
    return !text.includes("\0");
  } catch {
    // The bytes are in another encoding, or no text.
    return false;
  }
}

function pixelsOf(head: Uint8Array): FileKind["pixels"] {
  try {
    const { width, height } = imageSize(head);
    return { width, height };
  } catch {
    // The header is unknown or damaged: the size is not known.
    return undefined;
  }
}
