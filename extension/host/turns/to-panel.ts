// Maps an event of a turn to the panel's protocol.
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { TurnEvent } from "../../turn/events.ts";

/** `undefined` for what a panel does not show. Of the others the types are the same today; the compiler tells when not. */
export function toPanel(event: TurnEvent): ToWebview | undefined {
  return event.type === "manifest" ? undefined : event;
}
