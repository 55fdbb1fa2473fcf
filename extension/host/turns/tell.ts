// What happens in a conversation, told to everyone who watches it. Failures and notices are logged.
import type { Rooms } from "../../turn/rooms.ts";
import { TAKEN_OVER } from "../../turn/recorder.ts";
import type { TellNeeds } from "./needs.ts";

export function teller({ log, watchers, conversationChanged }: TellNeeds): Rooms["emit"] {
  return (event) => {
    if (event.type === "failure") {
      const { stage, code, message } = event.failure;
      log.error(`${stage}/${code}: ${message}`);
      if (code === TAKEN_OVER.code) conversationChanged(event.session_id);
    }
    if (event.type === "notice") log.info(event.notice.message);
    for (const tell of watchers) tell(event);
  };
}
