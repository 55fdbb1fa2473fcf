// What happens in a conversation, as the panel's protocol says it.
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { TurnEvent } from "../../turn/events.ts";

/** The two say the same today; where one of them changes, the compiler asks for the difference here. */
export function toPanel(event: TurnEvent): ToWebview {
  return event;
}
