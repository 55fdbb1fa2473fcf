// Which conversations a command is for: the ones it is run on, or the one in the main pane.
import { isItem, namedBy, selectedItems } from "../window/named.ts";
import type { PaneNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";

/** The conversation that the argument names, or else the one in the main pane: its title menu has these commands. */
export function namedOrMain({ mainConversation }: Pick<PaneNeeds, "mainConversation">, argument: unknown): string {
  return namedBy(argument) ?? mainConversation();
}

/** A menu passes the item and all selected items; a keyboard shortcut passes only the item that has the focus. */
export function namedOrSelected(
  needs: Pick<PaneNeeds, "mainConversation">,
  list: Pick<ConversationList, "selectedIds">,
  argument: unknown,
  selected: unknown,
): string[] {
  const many = selectedItems(selected);
  if (many.length > 0) return many;
  const id = namedOrMain(needs, argument);
  return isItem(argument) && list.selectedIds.includes(id) ? list.selectedIds : [id];
}
