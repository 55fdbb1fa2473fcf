// The stage assemble with what the database holds: for a turn that is sent, previewed, or was sent before.
import { assemble, type Assembled, type AssembleInput, type Earlier } from "../../assemble/assemble.ts";
import type { AttachmentRules } from "../../assemble/attachment.ts";
import type { PinsPlacement } from "../../assemble/pins.ts";
import { Breather } from "../../stream/breather.ts";
import type { Message } from "../../message/message.ts";
import { loadsSkills, type Model } from "../../message/model.ts";
import { type HistoryInput, viewInPieces } from "../../assemble/history.ts";
import { contentId, findBlob, loadContent } from "../../persist/contents/blobs.ts";
import { encoded } from "../../persist/contents/encoded.ts";
import type { Store } from "../../persist/database/store.ts";
import { saveSentTexts } from "../../persist/sent-pins.ts";
import type { NewId } from "../new-id.ts";
import { estimatorOf } from "./estimator.ts";
import { cacheOf } from "./conversation-cache.ts";
import type { PinsRead } from "./pins.ts";
import { type AttachmentPlaces, placeAttachments, placeFor } from "./place-attachments.ts";
import { pdfId, type PdfReader, type StoredBase64 } from "./read-pdfs.ts";

export interface AttachmentPorts {
  store: Store;
  /** Text attachments up to this many bytes go with their text. */
  inlineTextBytes: () => number;
  /** Reads PDFs for models that do not. */
  pdfs: PdfReader;
  /** Where tools find attachments. */
  places: AttachmentPlaces;
}

export interface AssemblePorts extends AttachmentPorts {
  pinsPlacement: () => PinsPlacement;
  now: () => number;
  newId: NewId;
}

export interface TurnInput extends Pick<
  AssembleInput,
  "session_id" | "history" | "turn" | "layers" | "tools" | "model" | "carried" | "placement"
> {
  pinned: PinsRead;
  /** Texts that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
  /** What earlier requests of the conversation decided. */
  earlier: Earlier;
}

export function assembleTurn(ports: AssemblePorts, { pinned, fresh, ...input }: TurnInput): Assembled {
  const { store } = ports;
  return assemble({
    placement: ports.pinsPlacement(),
    ...input,
    known: cacheOf(store, input.session_id).known,
    estimator: estimatorOf(store, input.model),
    pins: pinned.pins,
    load: (id) => fresh?.get(id) ?? pinned.contents.get(id) ?? loadContent(store, id),
    attachments: attachmentRules(ports, input.model),
    digest: contentId,
    now: ports.now(),
    newId: () => ports.newId("man"),
  });
}

/** Where the bytes of PDFs are. */
export function storedPdfs(store: Store, fresh?: ReadonlyMap<string, string>): StoredBase64 {
  return {
    attachment: (id) => encoded(store, { id, isBase64: false }),
    kept: (id) => fresh?.get(id) ?? loadContent(store, id),
  };
}

export function attachmentRules(ports: AttachmentPorts, model: Model): AttachmentRules {
  return {
    inlineTextBytes: ports.inlineTextBytes(),
    stored: (id) => findBlob(ports.store, id),
    accepts: model.accepts,
    skills: loadsSkills(model),
    place: (part) => placeFor(ports.places, model, part),
    bytes: (id) => encoded(ports.store, { id, isBase64: false }),
    kept: (id) => encoded(ports.store, { id, isBase64: true }),
    pdfText: (pdf) => ports.pdfs.text(pdfId(pdf)),
  };
}

/** Copies the attachments that the model gets by name to where its tools can open them. */
export function placeAttached(ports: AttachmentPorts, messages: readonly Message[], model: Model): Promise<void> {
  return placeAttachments(ports, messages, attachmentRules(ports, model));
}

/** Up to this many new messages are viewed without a break. */
const FEW = 100;

/** Views a long history in pieces, so that the editor stays responsive. */
export async function viewAhead(
  ports: AssemblePorts,
  { session_id, history, model }: Pick<TurnInput, "session_id" | "history" | "model">,
): Promise<void> {
  const { store } = ports;
  const cache = cacheOf(store, session_id);
  if (history.length - cache.known.viewed < FEW) return;
  const input: HistoryInput = {
    history,
    to: model,
    load: (id) => loadContent(store, id),
    rules: attachmentRules(ports, model),
    asSent: ports.pinsPlacement() === "append" ? cache.repeated(store, session_id) : new Map(),
  };
  const breather = new Breather();
  const pieces = viewInPieces(input, estimatorOf(store, model), cache.known);
  while (pieces.next().done !== true) {
    if (breather.isDue) await breather.rest();
  }
}

/** Stores what a sent request carries; the next request is compared with it. */
export function keepSent(store: Store, { manifest, sent, texts }: Assembled): void {
  saveSentTexts(
    store,
    sent.map(({ text }) => text),
  );
  cacheOf(store, manifest.session_id).last = {
    message_id: manifest.message_id,
    texts: texts.map(({ text }) => text),
  };
}
