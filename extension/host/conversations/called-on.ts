// Which conversations a command of the list is about: those it was called on, or the one in the main pane.
import { isItem, namedBy, selectedItems } from "../window/named.ts";
import type { PaneNeeds } from "./needs.ts";
import type { SessionList } from "./session-list.ts";

/** Without a name the one in the main pane, whose title has these commands in its menu. */
export function mainOf({ mainConversation }: Pick<PaneNeeds, "mainConversation">, argument: unknown): string {
  return namedBy(argument) ?? mainConversation();
}

/** Menus pass the item and all that are selected; a key only the item that has the focus. */
export function sessionsOf(
  needs: Pick<PaneNeeds, "mainConversation">,
  list: Pick<SessionList, "selectedIds">,
  argument: unknown,
  selected: unknown,
): string[] {
  const many = selectedItems(selected);
  if (many.length > 0) return many;
  const id = mainOf(needs, argument);
  return isItem(argument) && list.selectedIds.includes(id) ? list.selectedIds : [id];
}
