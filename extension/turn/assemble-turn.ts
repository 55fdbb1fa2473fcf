// Room 4 with what the store knows: one assembly, for a turn that goes, one that may go and one that went.
import { assemble, type Assembled, type AssembleInput } from "../assemble/assemble.ts";
import { contentId, holdsBlob, loadBlob, loadContent } from "../persist/blobs.ts";
import type { PinsRead } from "./pins.ts";
import { pdfId, type StoredBase64 } from "./read-pdfs.ts";
import type { Rooms } from "./rooms.ts";

export interface TurnInput extends Pick<AssembleInput, "session_id" | "history" | "turn" | "layers" | "model"> {
  pinned: PinsRead;
  /** Texts that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
}

export function assembleTurn(rooms: Rooms, { pinned, fresh, ...input }: TurnInput): Assembled {
  return assemble({
    ...input,
    pins: pinned.pins,
    load: (id) => fresh?.get(id) ?? pinned.contents.get(id) ?? loadContent(rooms.store, id),
    attachments: {
      inlineTextBytes: rooms.inlineTextBytes(),
      holds: (id) => holdsBlob(rooms.store, id),
      accepts: input.model.accepts,
      bytes: (id) => base64Of(rooms, id),
      pdfText: (pdf) => rooms.pdfs?.text(pdfId(pdf)),
    },
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
