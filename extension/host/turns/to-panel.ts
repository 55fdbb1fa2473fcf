// Maps an event of a turn to the panel's protocol.
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { TurnEvent } from "../../turn/events.ts";

/** The two types are the same today. If one changes, the compiler asks for the mapping here. */
export function toPanel(event: TurnEvent): ToWebview {
  return event;
}
