// An attachment as the model reads it: small text as text, what the model takes as its bytes, everything else by name and size.
import { bytesOfBase64 } from "../text/base64.ts";
import { decodeText } from "../text/decode-text.ts";
import { isTextMime } from "../text/mime.ts";
import { acceptsMime } from "../message/model.ts";
import type { FileAttachment, Ref } from "../message/part.ts";
import type { FileSource, MediaBlock } from "./context.ts";
import type { ContentClass } from "./tokens/estimate.ts";
import { mediaTokens } from "./tokens/media-tokens.ts";
import { fileText } from "./model-view.ts";
import { utf8Length } from "./tokens/utf8.ts";
import * as words from "./words.ts";

export interface AttachmentRules {
  /** Text up to this size goes with its text. */
  inlineTextBytes: number;
  /** What the store knows of bytes that are still there, without reading them. */
  stored?: (contentId: string) => { mime: string; size: number } | undefined;
  /** What the model at hand reads natively. */
  accepts?: readonly string[];
  /** Whether the model can load a skill that a message suggests. */
  skills?: boolean;
  /** Stored bytes as base64. */
  bytes?: (contentId: string) => string | undefined;
  /** Bytes that a reference to a file kept, as base64. */
  kept?: (contentId: string) => string | undefined;
  /** Where the model's tools can open it; `undefined` if it has none. */
  place?: (part: FileAttachment) => Placed | undefined;
  /** The text of a PDF, if it has been extracted already. */
  pdfText?: (pdf: Pick<FileAttachment, "content_id" | "data">) => string | undefined;
}

/** A file that tools can open. */
export interface Placed {
  path: string;
  /** Installed programs that can convert it, if the model can run them. */
  converters: readonly string[];
}

const DEFAULT_RULES: AttachmentRules = { inlineTextBytes: 64 * 1024 };

export type AttachmentView =
  | Described
  | { state: "native"; media: Omit<MediaBlock, "origin">; tokens: number; lowered_as: string }
  | { state: "gone" };

interface Described {
  state: "sent";
  text: string;
  content: ContentClass;
  lowered_as: string;
  problem?: string;
  /** The model gets less than the user attached. */
  reduced?: string;
  body?: string;
  /** What the text names. */
  place?: Placed;
}

export function viewOfAttachment(
  part: FileAttachment,
  load: (contentId: string) => string | undefined,
  rules = DEFAULT_RULES,
): AttachmentView {
  const { name, mime, size, data, content_id } = part;
  const isText = isTextMime(mime);
  const isHere = data !== undefined || content_id !== undefined;
  if (isText && size <= rules.inlineTextBytes && isHere) {
    const read = textOf(part, load, rules);
    if (read === undefined) return { state: "gone" };
    return read.text === undefined ? undecoded(part, rules) : { ...asText(name, read.text), body: read.text };
  }
  if (content_id !== undefined && isGone(content_id, rules)) return { state: "gone" };
  const native = isText || !isHere ? undefined : nativeOf(part, rules);
  if (native !== undefined) return native;
  const read = mime === "application/pdf" ? rules.pdfText?.(part) : undefined;
  if (read !== undefined && read.length <= rules.inlineTextBytes)
    return { ...asText(name, read), lowered_as: words.asPdfText, body: read };
  return described(part, rules, isText ? tooLarge(rules) : instead(mime));
}

/** `undefined` if the bytes are gone; without a text if their encoding is unknown. */
function textOf(
  { data, content_id }: FileAttachment,
  load: (contentId: string) => string | undefined,
  rules: AttachmentRules,
): { text: string | undefined } | undefined {
  if (content_id === undefined) return { text: decode(data ?? "") };
  const text = load(content_id);
  if (text === undefined) return undefined;
  // A replacement character may stand for bytes that are not UTF-8.
  const bytes = text.includes("\uFFFD") ? rules.bytes?.(content_id) : undefined;
  return { text: bytes === undefined ? text : decode(bytes) };
}

function undecoded(part: FileAttachment, rules: AttachmentRules): Described {
  return { ...described(part, rules, words.saveAsUtf8), reduced: words.notDecoded };
}

function described(part: FileAttachment, rules: AttachmentRules, advice: string): Described {
  const { name, mime, size, data, content_id } = part;
  const place = data === undefined && content_id === undefined ? undefined : rules.place?.(part);
  return {
    state: "sent",
    text: words.descriptor(name, mime, size, place?.path, place?.converters),
    content: "prose",
    lowered_as: words.asDescriptor,
    problem: place === undefined ? words.nameOnly(name, advice) : words.placeOnly(name),
    ...(place !== undefined && { place }),
  };
}

function isGone(contentId: string, { stored }: AttachmentRules): boolean {
  return stored !== undefined && stored(contentId) === undefined;
}

/** The attachment that a reference to stored bytes stands for; `undefined` if the bytes are missing. */
export function attachmentOfRef(
  { id, name = id, mime }: Extract<Ref, { kind: "content-id" }>,
  load: (contentId: string) => string | undefined,
  rules = DEFAULT_RULES,
): FileAttachment | undefined {
  const stored = rules.stored === undefined ? asPlainText(load(id)) : rules.stored(id);
  return stored && { type: "file-attachment", name, mime: mime ?? stored.mime, size: stored.size, content_id: id };
}

function asPlainText(text: string | undefined): { mime: string; size: number } | undefined {
  return text === undefined ? undefined : { mime: "text/plain", size: utf8Length(text) };
}

/** Sent in place of the bytes of an attachment. */
function descriptorOf({ name, mime, size }: Pick<FileAttachment, "name" | "mime" | "size">): string {
  return words.descriptor(name, mime, size);
}

/** With its text where that is what goes. */
export function fileOfAttachment(part: FileAttachment, rules = DEFAULT_RULES, text?: string): FileSource {
  const { name, mime, size, data, content_id } = part;
  const isHere = data !== undefined || content_id !== undefined;
  return {
    name,
    mime,
    size,
    ...(text !== undefined && { text }),
    ...(content_id !== undefined && { content_id }),
    ...(isHere && { data: () => (content_id === undefined ? (data ?? "") : (rules.bytes?.(content_id) ?? "")) }),
  };
}

function asText(name: string, text: string): Described {
  return {
    state: "sent",
    text: fileText(name, undefined, [words.attached], "", text),
    content: "code",
    lowered_as: words.asText,
  };
}

/** The bytes themselves, or those of the smaller copy a large picture has. */
function nativeOf(part: FileAttachment, rules: AttachmentRules): AttachmentView | undefined {
  const { name, data, content_id, scaled } = part;
  const { accepts = [], bytes } = rules;
  const copy = scaled !== undefined && !isGone(scaled.content_id, rules) ? scaled : undefined;
  const mime = copy?.mime ?? part.mime;
  if (!acceptsMime({ accepts: [...accepts] }, mime)) return undefined;
  const id = copy?.content_id ?? content_id;
  if (id !== undefined && bytes === undefined) return undefined;
  return {
    state: "native",
    media: {
      type: "media",
      name,
      mime,
      size: part.size,
      data: () => (id === undefined ? (data ?? "") : (bytes?.(id) ?? "")),
      text: descriptorOf(part),
    },
    tokens: mediaTokens(mime, copy?.size ?? part.size, copy),
    lowered_as: copy === undefined ? mime : words.asScaled(mime, copy.width, copy.height),
  };
}

function tooLarge({ inlineTextBytes }: AttachmentRules): string {
  return words.pastePart(Math.round(inlineTextBytes / 1024));
}

function instead(mime: string): string {
  if (mime.startsWith("image/")) return words.describeImage;
  if (mime === "application/pdf") return words.pastePdfText;
  if (/^(audio|video)\//.test(mime)) return words.describeRecording;
  return words.describeContent;
}

function decode(base64: string): string | undefined {
  return decodeText(bytesOfBase64(base64));
}
