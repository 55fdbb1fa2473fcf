// Begins the record of an answer: it is on disk and in the panel before its first word.
import type { AssistantMessage } from "../message/message.ts";
import { startAnswer } from "../persist/messages.ts";
import { Recorder } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import { shownMessage, shownPart } from "./shown.ts";

export interface Opening {
  /** An answer that goes on; it is stored already. */
  existing: AssistantMessage | undefined;
  at: number;
  blank: () => AssistantMessage;
}

export function openRecorder(
  rooms: Pick<Rooms, "store" | "emit">,
  sessionId: string,
  { existing, at, blank }: Opening,
): Recorder {
  const { store } = rooms;
  const message = existing ?? blank();
  const recorder = new Recorder(store, sessionId, message, {
    delta: (part, kind, text) => {
      rooms.emit({ type: "delta", session_id: sessionId, message_id: message.id, part, kind, text });
    },
    part: (index, part) => {
      rooms.emit({
        type: "part",
        session_id: sessionId,
        message_id: message.id,
        index,
        part: shownPart(part),
      });
    },
    failure: (failure) => {
      rooms.emit({ type: "failure", session_id: sessionId, failure });
    },
    notice: (notice) => {
      rooms.emit({ type: "notice", session_id: sessionId, notice });
    },
  });
  if (existing === undefined) {
    startAnswer(store, sessionId, message, at);
    rooms.emit({ type: "message", session_id: sessionId, message: shownMessage({ at, message }) });
  }
  return recorder;
}
