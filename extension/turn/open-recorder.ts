// Opens the recorder of an answer: the empty answer is on disk and in the panel before its first word.
import type { AssistantMessage } from "../message/message.ts";
import type { Store } from "../persist/database/store.ts";
import { startAnswer } from "../persist/messages.ts";
import type { Emit } from "./events.ts";
import { Recorder } from "./recorder.ts";
import { shownMessage, shownPart } from "./shown.ts";

export interface RecorderPorts {
  store: Store;
  emit: Emit;
}

export interface Opening {
  /** A stored answer that continues. */
  existing: AssistantMessage | undefined;
  at: number;
  blank: () => AssistantMessage;
}

export function openRecorder(ports: RecorderPorts, conversationId: string, { existing, at, blank }: Opening): Recorder {
  const { store } = ports;
  const message = existing ?? blank();
  const recorder = new Recorder(store, conversationId, message, {
    delta: (part, kind, text) => {
      ports.emit({ type: "delta", session_id: conversationId, message_id: message.id, part, kind, text });
    },
    part: (index, part) => {
      ports.emit({
        type: "part",
        session_id: conversationId,
        message_id: message.id,
        index,
        part: shownPart(part),
      });
    },
    failure: (failure) => {
      ports.emit({ type: "failure", session_id: conversationId, failure });
    },
    notice: (notice) => {
      ports.emit({ type: "notice", session_id: conversationId, notice });
    },
  });
  if (existing === undefined) {
    startAnswer(store, conversationId, message, at);
    ports.emit({ type: "message", session_id: conversationId, message: shownMessage({ at, message }) });
  }
  return recorder;
}
