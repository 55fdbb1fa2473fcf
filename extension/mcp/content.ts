// The content of a prompt or a resource as parts of a message: text as it is, bytes as attachments, within limits.
import type { EditorContext, FileAttachment } from "../message/part.ts";
import { kindOf } from "../tools/reading/file-kind.ts";
import { Held, Piece, restOf } from "./piece.ts";
import { plainLine } from "./plain-text.ts";
import * as words from "./words.ts";

/** A longer text is cut, with a note. */
const MOST_TEXT = 200_000;

/** Larger attachments are named but not included. */
const MOST_BYTES = 10 * 1024 * 1024;

/** Further pieces are omitted, with a note. */
export const MOST_PIECES = 100;

type TextPart = { type: "text"; text: string };
export type ContentPart = TextPart | EditorContext | FileAttachment;

export interface Origin {
  server: string;
  now: number;
}

/** One piece of content; a note if it cannot be read. */
export function toPart(raw: unknown, { server, now }: Origin): ContentPart {
  const piece = Piece.safeParse(raw);
  if (!piece.success) return text(words.unreadable);
  switch (piece.data.type) {
    case "text":
      return text(bounded(piece.data.text));
    case "image":
      return attachment(words.picture, piece.data.data, piece.data.mimeType);
    case "audio":
      return attachment(words.sound, piece.data.data, piece.data.mimeType);
    case "resource":
      return heldPart(piece.data.resource, { server, now });
    case "resource_link": {
      const { uri, name = "" } = piece.data;
      return text(words.resource(plainLine(uri, 500), plainLine(name, 100)));
    }
    default:
      return piece.data satisfies never;
  }
}

/** The result of `resources/read`. Empty if no piece can be read, else with a note for each that cannot. */
export function toHeldParts(
  contents: readonly unknown[],
  uri: string,
  origin: Origin,
): (EditorContext | FileAttachment)[] {
  const read = contents.slice(0, MOST_PIECES).map((raw) => Held.safeParse(raw).data);
  if (read.every((held) => held === undefined)) return [];
  const rest = restOf(contents.length, MOST_PIECES);
  return [
    ...read.map((held) => heldPart(held ?? { uri, text: words.unreadable }, origin)),
    ...(rest === undefined ? [] : [heldPart({ uri, text: rest }, origin)]),
  ];
}

function heldPart(held: Held, { server, now }: Origin): EditorContext | FileAttachment {
  const { uri, mimeType, text: content, blob } = held;
  if (content === undefined && blob !== undefined) return attachment(lastOf(uri), blob, mimeType);
  const source = `${server}: ${plainLine(uri, 500)}`;
  return { type: "editor-context", kind: "resource", source, payload: bounded(content ?? ""), emitted_at: now };
}

function text(content: string): TextPart {
  return { type: "text", text: content };
}

function bounded(content: string): string {
  if (content.length <= MOST_TEXT) return content;
  const kept = content.slice(0, MOST_TEXT).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}\n${words.moreCharacters(content.length - kept.length)}`;
}

/** The bytes decide the type of a picture, not the server. Without `data`, the attachment is only named. */
function attachment(name: string, base64: string, mime = "application/octet-stream"): FileAttachment {
  const bytes = Buffer.from(base64, "base64");
  const kind = kindOf(bytes);
  const known = kind.type === "picture" ? kind.mime : plainLine(mime, 100) || "application/octet-stream";
  const shared = { type: "file-attachment", name, mime: known, size: bytes.length } as const;
  return bytes.length > MOST_BYTES ? shared : { ...shared, data: bytes.toString("base64") };
}

function lastOf(uri: string): string {
  const last = uri
    .replace(/[?#].*$/, "")
    .split("/")
    .findLast((piece) => piece !== "");
  return plainLine(last ?? uri, 100) || words.unnamedResource;
}
