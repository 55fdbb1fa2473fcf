// An attachment as the model reads it: small text as text, everything else by name and size, never as bytes.
import { isTextMime } from "../message/mime.ts";
import type { FileAttachment } from "../message/part.ts";
import type { ContentClass } from "./estimate.ts";
import { fileText } from "./model-view.ts";

export interface AttachmentRules {
  /** Text up to this size goes with its text. */
  inlineTextBytes: number;
  /** Whether the stored bytes are still there, without reading them. */
  holds?: (contentId: string) => boolean;
}

const DEFAULT_RULES: AttachmentRules = { inlineTextBytes: 64 * 1024 };

export type AttachmentText =
  { state: "sent"; text: string; content: ContentClass; lowered_as: string; problem?: string } | { state: "gone" };

export function attachmentText(
  { name, mime, size, data, content_id }: FileAttachment,
  load: (contentId: string) => string | undefined,
  rules = DEFAULT_RULES,
): AttachmentText {
  const isText = isTextMime(mime);
  if (isText && size <= rules.inlineTextBytes && (data !== undefined || content_id !== undefined)) {
    const text = content_id === undefined ? decode(data ?? "") : load(content_id);
    if (text === undefined) return { state: "gone" };
    return {
      state: "sent",
      text: fileText(name, undefined, ["attached"], "", text),
      content: "code",
      lowered_as: "text",
    };
  }
  if (content_id !== undefined && rules.holds?.(content_id) === false) return { state: "gone" };
  return {
    state: "sent",
    text: `[attachment: ${name}, ${mime}, ${size} bytes]`,
    content: "prose",
    lowered_as: "descriptor",
    problem: `The model gets only the name and size of ${name}. ${isText ? tooLarge(rules) : instead(mime)}`,
  };
}

function tooLarge({ inlineTextBytes }: AttachmentRules): string {
  return `Text goes along up to ${Math.round(inlineTextBytes / 1024)} KB: paste the part that matters.`;
}

function instead(mime: string): string {
  if (mime.startsWith("image/")) return "Say in words what it shows, or choose a model that sees pictures.";
  if (mime === "application/pdf") return "Paste the text that matters.";
  return "Say in words what is in it.";
}

function decode(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
