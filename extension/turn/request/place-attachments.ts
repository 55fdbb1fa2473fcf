// Attachments that the model gets by name: copies of them where its tools can open them, before the request goes.
import { attachmentOfRef, type AttachmentRules, type Placed, viewOfAttachment } from "../../assemble/attachment.ts";
import type { Message } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import type { FileAttachment, Part } from "../../message/part.ts";
import { blobFile, contentId, isLargeContent, loadBlob, loadContent } from "../../persist/contents/blobs.ts";
import type { Store } from "../../persist/database/store.ts";

export interface AttachmentPlaces {
  /** Resolves when `converters` knows the installed programs. Never rejects. */
  ready: () => Promise<void>;
  /** Programs for a type of file; none where commands cannot run. */
  converters: (mime: string) => readonly string[];
  /** Where the copy of a content is or will be. */
  path: (contentId: string, name: string) => string;
  /** Makes the copy unless it is there. Never rejects. */
  keep: (path: string, size: number, source: { file: string } | { bytes: Uint8Array }) => Promise<void>;
}

/** `undefined` for a model without tools, and for an agent, which gets files in its own way. */
export function placeFor(places: AttachmentPlaces, model: Model, part: FileAttachment): Placed | undefined {
  if (!model.tools || model.keeps_session === true) return undefined;
  const id = part.content_id ?? contentId(Buffer.from(part.data ?? "", "base64"));
  return { path: places.path(id, part.name), converters: places.converters(part.mime) };
}

export async function placeAttachments(
  { store, places }: { store: Store; places: AttachmentPlaces },
  messages: readonly Message[],
  rules: AttachmentRules,
): Promise<void> {
  const load = (id: string): string | undefined => loadContent(store, id);
  for (const message of messages) {
    if (message.role !== "user") continue;
    const resolved = Object.values(message.metadata.resolved ?? {}).flatMap(({ parts }) => parts);
    for (const part of [...message.parts, ...resolved].flatMap(withResults)) {
      const attached = attachedIn(part, load, rules);
      const view = attached && viewOfAttachment(attached, load, rules);
      if (attached === undefined || view?.state !== "sent" || view.place === undefined) continue;
      const source = sourceOf(store, attached);
      if (source !== undefined) await places.keep(view.place.path, attached.size, source);
    }
  }
}

function withResults(part: Part): Part[] {
  return part.type === "command" ? (part.result_parts ?? []) : [part];
}

function attachedIn(part: Part, load: (id: string) => string | undefined, rules: AttachmentRules) {
  if (part.type === "file-attachment") return part;
  return part.type === "file-ref" && part.ref.kind === "content-id"
    ? attachmentOfRef(part.ref, load, rules)
    : undefined;
}

function sourceOf(store: Store, { content_id, data, size }: FileAttachment) {
  if (content_id === undefined) return { bytes: Buffer.from(data ?? "", "base64") };
  if (isLargeContent(size)) return { file: blobFile(store, content_id) };
  const blob = loadBlob(store, content_id);
  return blob && { bytes: blob.bytes };
}
