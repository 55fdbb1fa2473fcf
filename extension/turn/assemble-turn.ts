// Room 4 with what the store knows: one assembly, for a turn that goes, one that may go and one that went.
import { assemble, type Assembled, type AssembleInput } from "../assemble/assemble.ts";
import { contentId, holdsBlob, loadContent } from "../persist/blobs.ts";
import type { PinsRead } from "./pins.ts";
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
    attachments: { inlineTextBytes: rooms.inlineTextBytes(), holds: (id) => holdsBlob(rooms.store, id) },
    digest: contentId,
    now: rooms.now(),
    newId: () => rooms.newId("man"),
  });
}
