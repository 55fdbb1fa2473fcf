// Room 4 with what the store knows: one assembly, for a turn that goes, one that may go and one that went.
import { assemble, type Assembled, type AssembleInput, type Earlier } from "../../assemble/assemble.ts";
import type { AttachmentRules } from "../../assemble/attachment.ts";
import { Breather } from "../../stream/breather.ts";
import type { Model } from "../../message/model.ts";
import { type HistoryInput, viewInPieces } from "../../assemble/history.ts";
import { contentId, findBlob, loadBlob, loadContent } from "../../persist/contents/blobs.ts";
import { saveSentTexts } from "../../persist/sent-pins.ts";
import { estimatorOf } from "./estimator.ts";
import { memoryOf } from "./memory.ts";
import type { PinsRead } from "./pins.ts";
import { pdfId, type StoredBase64 } from "./read-pdfs.ts";
import type { Rooms } from "../rooms.ts";

export interface TurnInput extends Pick<
  AssembleInput,
  "session_id" | "history" | "turn" | "layers" | "tools" | "model" | "carried" | "placement"
> {
  pinned: PinsRead;
  /** Texts that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
  /** What the requests before it settled. */
  earlier: Earlier;
}

export function assembleTurn(rooms: Rooms, { pinned, fresh, ...input }: TurnInput): Assembled {
  const { store } = rooms;
  return assemble({
    placement: rooms.pinsPlacement(),
    ...input,
    known: memoryOf(store, input.session_id).known,
    estimator: estimatorOf(store, input.model),
    pins: pinned.pins,
    load: (id) => fresh?.get(id) ?? pinned.contents.get(id) ?? loadContent(store, id),
    attachments: attachmentRules(rooms, input.model),
    digest: contentId,
    now: rooms.now(),
    newId: () => rooms.newId("man"),
  });
}

/** Where the bytes of PDFs are. */
export function storedPdfs(rooms: Rooms, fresh?: ReadonlyMap<string, string>): StoredBase64 {
  return {
    attachment: (id) => base64Of(rooms, id),
    kept: (id) => fresh?.get(id) ?? loadContent(rooms.store, id),
  };
}

function base64Of(rooms: Rooms, id: string): string | undefined {
  const blob = loadBlob(rooms.store, id);
  return blob && Buffer.from(blob.bytes).toString("base64");
}

export function attachmentRules(rooms: Rooms, { accepts }: Model): AttachmentRules {
  return {
    inlineTextBytes: rooms.inlineTextBytes(),
    stored: (id) => findBlob(rooms.store, id),
    accepts,
    bytes: (id) => base64Of(rooms, id),
    pdfText: (pdf) => rooms.pdfs?.text(pdfId(pdf)),
  };
}

/** So many messages are viewed in no time. */
const FEW = 100;

/** Views a history in pieces, so that assembling it finds everything known. */
export async function viewAhead(
  rooms: Rooms,
  { session_id, history, model }: Pick<TurnInput, "session_id" | "history" | "model">,
): Promise<void> {
  const { store } = rooms;
  const memory = memoryOf(store, session_id);
  if (history.length - memory.known.viewed < FEW) return;
  const input: HistoryInput = {
    history,
    to: model,
    load: (id) => loadContent(store, id),
    rules: attachmentRules(rooms, model),
    asSent: rooms.pinsPlacement() === "append" ? memory.repeated(store, session_id) : new Map(),
  };
  const breather = new Breather();
  const pieces = viewInPieces(input, estimatorOf(store, model), memory.known);
  while (pieces.next().done !== true) {
    if (breather.isDue) await breather.rest();
  }
}

/** It goes: what it carries is kept, and the next request is measured against it. */
export function keepSent(rooms: Rooms, { manifest, sent, texts }: Assembled): void {
  saveSentTexts(
    rooms.store,
    sent.map(({ text }) => text),
  );
  memoryOf(rooms.store, manifest.session_id).last = {
    message_id: manifest.message_id,
    texts: texts.map(({ text }) => text),
  };
}
