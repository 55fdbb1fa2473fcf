// A picture, PDF, sound or film of the workspace that is referred to: its bytes, where the model takes them.
import type { Range } from "../message/range.ts";
import { acceptsMime } from "../message/model.ts";
import type { ScaledCopy } from "../message/scaled-copy.ts";
import type { Snapshot } from "../message/snapshot.ts";
import type { AttachmentRules } from "./attachment.ts";
import type { PartView } from "./part-view.ts";
import type { FileSource } from "./context.ts";
import { estimateTokens } from "./tokens/estimate.ts";
import { mediaTokens } from "./tokens/media-tokens.ts";
import { fileLabel, fileText } from "./model-view.ts";
import * as words from "./words.ts";

/** The text of a PDF for a model that does not accept PDFs, unless it is too long. */
function viewPdfText(
  kind: string,
  name: string,
  place: { path: string; range?: Range },
  content_id: string,
  rules: AttachmentRules | undefined,
): PartView | undefined {
  const read = rules?.pdfText?.({ content_id });
  if (rules === undefined || read === undefined || read.length > rules.inlineTextBytes) return undefined;
  const text = fileText(place.path, place.range, [words.pdfText], "", read);
  const origin = { kind, name, ...place, tokens: estimateTokens(text, "prose") };
  const file = (): FileSource => ({ ...place, name, mime: "application/pdf" });
  return { part: `${kind} ${name}`, block: { type: "text", text, origin, file }, lowered_as: words.asPdfText };
}

/** Whether the bytes are gone that the model would get. */
export function isMediaGone(
  snapshot: Extract<Snapshot, { state: "binary" }>,
  load: (contentId: string) => string | undefined,
  rules: AttachmentRules | undefined,
): boolean {
  const sent = sentOf(snapshot, load, rules);
  if (sent === undefined || !acceptsMime({ accepts: [...(rules?.accepts ?? [])] }, sent.mime)) return false;
  return isGone(sent.content_id, load, rules);
}

/** What is not stored yet, of a message that is not sent yet, is not gone. */
function isGone(
  contentId: string,
  load: (contentId: string) => string | undefined,
  rules: AttachmentRules | undefined,
): boolean {
  return rules?.stored !== undefined && rules.stored(contentId) === undefined && load(contentId) === undefined;
}

interface SentBytes {
  content_id: string;
  mime: string;
  /** Set if they are those of the smaller copy. */
  scaled?: ScaledCopy;
}

/** The smaller copy of a large picture if it is there and the model takes it, else the file itself. */
function sentOf(
  { mime, content_id, scaled }: Extract<Snapshot, { state: "binary" }>,
  load: (contentId: string) => string | undefined,
  rules: AttachmentRules | undefined,
): SentBytes | undefined {
  if (mime === undefined || content_id === undefined) return undefined;
  const isTaken = scaled !== undefined && acceptsMime({ accepts: [...(rules?.accepts ?? [])] }, scaled.mime);
  if (!isTaken || isGone(scaled.content_id, load, rules)) return { content_id, mime };
  return { content_id: scaled.content_id, mime: scaled.mime, scaled };
}

/** `undefined` if the model does not accept the file; the caller then sends its name and size. */
export function viewMediaFile(
  kind: string,
  name: string,
  place: { path: string; range?: Range },
  snapshot: Extract<Snapshot, { state: "binary" }>,
  load: (contentId: string) => string | undefined,
  rules?: AttachmentRules,
): PartView | undefined {
  const sent = sentOf(snapshot, load, rules);
  if (sent === undefined) return undefined;
  const { mime, content_id, scaled } = sent;
  const { size } = snapshot;
  if (!acceptsMime({ accepts: [...(rules?.accepts ?? [])] }, mime))
    return mime === "application/pdf" ? viewPdfText(kind, name, place, content_id, rules) : undefined;
  return {
    part: `${kind} ${name}`,
    block: {
      type: "media",
      name: place.path,
      mime,
      size,
      data: () => rules?.kept?.(content_id) ?? load(content_id) ?? "",
      text: fileLabel(place.path, place.range, [words.size(size), words.contentNotIncluded]),
      origin: { kind, name, ...place, tokens: mediaTokens(mime, scaled?.size ?? size, scaled) },
      file: () => ({ ...place, name, mime, size }),
    },
    lowered_as: scaled === undefined ? mime : words.asScaled(mime, scaled.width, scaled.height),
  };
}

/** The smaller copy of a referenced picture is kept as base64; the stored picture itself is not. */
export function withKeptCopy(
  rules: AttachmentRules,
  { content_id, mime, size }: ScaledCopy,
  load: (contentId: string) => string | undefined,
): AttachmentRules {
  const { stored, bytes, kept } = rules;
  const isThere = (id: string): boolean => !isGone(id, load, rules);
  return {
    ...rules,
    ...(stored !== undefined && {
      stored: (id: string) => (id !== content_id ? stored(id) : isThere(id) ? { mime, size } : undefined),
    }),
    bytes: (id) => (id === content_id ? (kept?.(id) ?? load(id)) : bytes?.(id)),
  };
}
