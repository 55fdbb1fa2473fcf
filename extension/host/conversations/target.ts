// Which conversation a command is about: the item it was called on, the one a program names, or one that is shown.
import * as z from "zod/mini";
import { newSession, type SessionSummary } from "../../message/session.ts";
import { readSession } from "../../persist/sessions.ts";
import type { Core } from "../core.ts";

const Item = z.object({ session_id: z.string() });

/** An item of the list, or what another extension says. */
const Named = z.object({ session_id: z.optional(z.string()), message_id: z.optional(z.string()) });

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

/** Menus pass the item and all that are selected; a key only the item that has the focus. */
export function sessionsOf(core: Core, argument: unknown, selected: unknown): string[] {
  const many = z.array(Item).safeParse(selected);
  if (many.success && many.data.length > 0) return many.data.map(({ session_id }) => session_id);
  const id = mainOf(core, argument);
  const isItem = Item.safeParse(argument).success;
  return isItem && core.list.selectedIds.includes(id) ? core.list.selectedIds : [id];
}

/** A message a program names; a person chooses one. */
export function messageOf(argument: unknown): string | undefined {
  return Named.safeParse(argument).data?.message_id;
}

export function namedBy(argument: unknown): string | undefined {
  if (typeof argument === "string") return argument;
  return Named.safeParse(argument).data?.session_id;
}
