// A draft before the first stage: its attachments are stored, and what it may command is known.
import type { Failure } from "../message/failure.ts";
import type { FileAttachment, Part } from "../message/part.ts";
import { storeAttachments } from "../persist/contents/attachments.ts";
import type { Outgoing } from "./gather.ts";
import { latePromptFailure } from "./late-prompt.ts";
import { keepRefusal } from "../skills/run/refused-skill.ts";
import { preparedCatalog } from "./request/prepared-catalog.ts";
import type { Rooms } from "./rooms.ts";
import { plannerOf, skillRecords } from "./skill-ports.ts";

export interface ReadDraft {
  ok: true;
  outgoing: Outgoing;
  /** A skill that could not be composed is recorded with the reason. */
  keepRefusal: () => void;
}

export async function readDraft(
  rooms: Rooms,
  sessionId: string,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
): Promise<ReadDraft | { ok: false; failure: Failure }> {
  const limits = rooms.attachmentLimits();
  const stored = await storeAttachments(rooms.store, sessionId, parts, limits);
  // What stands inside other parts carries no bytes.
  const store = <Kind extends Part>(made: readonly Kind[]): Promise<(Kind | FileAttachment)[]> =>
    storeAttachments(rooms.store, sessionId, made, { ...limits, inlineBytes: 0 });
  const tell = (words: string): void => {
    rooms.emit({ type: "preparing", session_id: sessionId, words });
  };
  const late = await latePromptFailure(rooms, sessionId, stored, signal);
  if (late !== undefined) return { ok: false, failure: late };
  const plan = plannerOf(rooms, sessionId, { signal, tell });
  const { catalog, invoked } = await preparedCatalog(rooms, sessionId, stored, plan);
  return {
    ok: true,
    outgoing: { parts: stored, catalog, sent: { store, signal } },
    keepRefusal: () => {
      keepRefusal(skillRecords(rooms), sessionId, invoked);
    },
  };
}
