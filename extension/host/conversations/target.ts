// Which conversation a command is about: the item it was called on, the one a program names, or one that is shown.
import { newSession, type SessionSummary } from "../../message/session.ts";
import { readSession } from "../../persist/sessions.ts";
import type { Core } from "../core.ts";
import { namedBy } from "../window/named.ts";

/** Without a name the one that was used last. */
export function sessionOf(core: Core, argument: unknown): string {
  return namedBy(argument) ?? core.session().id;
}

/** Without a name the one in the main pane, whose title has these commands in its menu. */
export function mainOf(core: Core, argument: unknown): string {
  return namedBy(argument) ?? core.panes.main.id;
}

/** As it is stored, or would be. */
export function summaryOf({ store, rooms }: Core, id: string): SessionSummary {
  return readSession(store, id) ?? newSession(id, rooms.now());
}
