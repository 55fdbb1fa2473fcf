// A picture, PDF, sound or film of the workspace that is referred to: its bytes, where the model takes them.
import type { Range } from "../message/range.ts";
import { acceptsMime } from "../message/model.ts";
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

/** Whether the bytes are gone that the model would get. Those of a message that is not sent yet are not stored. */
export function isMediaGone(
  { mime, content_id }: Extract<Snapshot, { state: "binary" }>,
  load: (contentId: string) => string | undefined,
  rules: AttachmentRules | undefined,
): boolean {
  if (mime === undefined || content_id === undefined || rules?.stored === undefined) return false;
  if (!acceptsMime({ accepts: [...(rules.accepts ?? [])] }, mime)) return false;
  return rules.stored(content_id) === undefined && load(content_id) === undefined;
}

/** `undefined` if the model does not accept the file; the caller then sends its name and size. */
export function viewMediaFile(
  kind: string,
  name: string,
  place: { path: string; range?: Range },
  { mime, content_id, size }: Extract<Snapshot, { state: "binary" }>,
  load: (contentId: string) => string | undefined,
  rules?: AttachmentRules,
): PartView | undefined {
  if (mime === undefined || content_id === undefined) return undefined;
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
      origin: { kind, name, ...place, tokens: mediaTokens(mime, size) },
      file: () => ({ ...place, name, mime, size }),
    },
    lowered_as: mime,
  };
}
