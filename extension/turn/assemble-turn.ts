// Room 4 with what the store knows: one assembly, for a turn that goes, one that may go and one that went.
import { assemble, type Assembled, type AssembleInput } from "../assemble/assemble.ts";
import { contentId, holdsBlob, loadContent } from "../persist/blobs.ts";
import type { Frame } from "./frame.ts";
import type { PinsRead } from "./pins.ts";
import type { Rooms } from "./rooms.ts";

export interface TurnInput extends Pick<AssembleInput, "session_id" | "history" | "turn" | "model">, Frame {
  pinned: PinsRead;
  /** Texts that are not stored yet. */
  fresh?: ReadonlyMap<string, string>;
}

export function assembleTurn(rooms: Rooms, { body, left_out, instructions, failure, ...input }: TurnInput): Assembled {
  const assembled = assembleWith(rooms, input);
  const { context, manifest } = assembled;
  return {
    ...assembled,
    context: body === undefined ? context : { ...context, body },
    manifest: { ...manifest, dropped: [...(left_out ?? []), ...manifest.dropped] },
    failure: failure ?? assembled.failure,
  };
}

function assembleWith(
  rooms: Rooms,
  { pinned, fresh, ...input }: Omit<TurnInput, keyof Frame> & Pick<Frame, "layers">,
): Assembled {
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
