// Reads the text of every PDF for a model that does not accept PDFs, before the request is assembled.
import type { Message } from "../../message/message.ts";
import { acceptsMime, type Model } from "../../message/model.ts";
import type { FileAttachment, Part } from "../../message/part.ts";
import { contentId } from "../../persist/contents/blobs.ts";

const PDF = "application/pdf";

export interface PdfReader {
  /** Resolves when `text` can return the text. */
  read: (id: string, bytes: () => Uint8Array | undefined) => Promise<void>;
  text: (id: string) => string | undefined;
}

/** Bytes by their content id, as base64. */
export interface StoredBase64 {
  attachment: (contentId: string) => string | undefined;
  /** Bytes that a reference to a file kept. */
  kept: (contentId: string) => string | undefined;
}

/** Names the bytes of an attachment, stored or inline. */
export function pdfId({ content_id, data }: Pick<FileAttachment, "content_id" | "data">): string {
  return content_id ?? contentId(data ?? "");
}

export async function readPdfs(
  reader: PdfReader,
  messages: readonly Message[],
  model: Model,
  stored: StoredBase64,
): Promise<void> {
  if (acceptsMime(model, PDF)) return;
  for (const message of messages) {
    if (message.role !== "user") continue;
    for (const part of message.parts.flatMap(withResults)) {
      const pdf = pdfIn(part);
      if (pdf === undefined) continue;
      const { content_id, data } = pdf;
      const load = (): string | undefined =>
        data ?? (content_id === undefined ? undefined : stored.attachment(content_id));
      await reader.read(pdfId(pdf), () => decode(load()));
    }
    for (const snapshot of Object.values(message.metadata.snapshots ?? {})) {
      if (snapshot.state !== "binary" || snapshot.mime !== PDF || snapshot.content_id === undefined) continue;
      const id = snapshot.content_id;
      await reader.read(id, () => decode(stored.kept(id)));
    }
  }
}

function pdfIn(part: Part): Pick<FileAttachment, "content_id" | "data"> | undefined {
  if (part.type === "file-attachment") return part.mime === PDF ? part : undefined;
  const ref = part.type === "file-ref" ? part.ref : undefined;
  return ref?.kind === "content-id" && ref.mime === PDF ? { content_id: ref.id } : undefined;
}

function withResults(part: Part): Part[] {
  return part.type === "command" ? (part.result_parts ?? []) : [part];
}

function decode(base64: string | undefined): Uint8Array | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, "base64");
}
