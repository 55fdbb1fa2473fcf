// Tells every watcher what happens in a conversation, and logs failures and notices.
import type { Emit } from "../../turn/events.ts";
import { TAKEN_OVER } from "../../turn/recorder.ts";
import type { TellNeeds } from "./needs.ts";

export function teller({ log, watchers, conversationChanged }: TellNeeds): Emit {
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
