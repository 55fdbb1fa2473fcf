// The commands that delete and archive conversations, and bring them back.
import * as vscode from "vscode";
import { archiveConversation, deleteConversation, readSummary } from "../../persist/conversations.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { Done } from "../window/done.ts";
import { setKey } from "../window/keys.ts";
import { namedOrSelected } from "./called-on.ts";
import type { ConversationsNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";
import * as words from "./words.ts";

type Needs = Pick<
  ConversationsNeeds,
  "store" | "conversation" | "mainConversation" | "shownConversations" | "conversationChanged" | "show" | "leave"
>;

export function deletionCommands(needs: Needs, list: ConversationList): CommandHandlers {
  return {
    "galley.sessions.delete": (argument, selected) => remove(needs, list, argument, selected),
    "galley.sessions.undoDelete": () => undoRemove(needs, list),
    "galley.archive": (argument, selected): Done => {
      archive(needs, list, argument, selected);
      return { done: words.archivedHere };
    },
    "galley.unarchive": (argument, selected) => unarchive(needs, list, argument, selected),
  };
}

interface Deletion {
  ids: string[];
  /** The deleted conversations that panes showed. */
  shown: string[];
}

/** The deletions of this window, the latest last, for Undo. */
const deleted: Deletion[] = [];

/** Deletes conversations until Undo. Stops a turn that runs in one; its queued messages stay in the queue. */
export function remove(needs: Needs, list: ConversationList, argument: unknown, selected: unknown): void {
  const { store } = needs;
  const ids = namedOrSelected(needs, list, argument, selected).filter((id) => readSummary(store, id) !== undefined);
  const [first] = ids;
  if (first === undefined) return;
  const title = readSummary(store, first)?.title ?? "";
  for (const id of ids) {
    needs.conversation(id).stop("hold");
    deleteConversation(store, id, Date.now());
  }
  const shown = needs.shownConversations();
  const deletion = { ids, shown: ids.filter((id) => shown.includes(id)) };
  deleted.push(deletion);
  setKey("galley.sessions.deleted", true);
  needs.leave(ids);
  list.update();
  void vscode.window
    .showInformationMessage(ids.length === 1 ? words.deletedOne(title) : words.deletedMany(ids.length), words.undo)
    .then((answer) => {
      if (answer === words.undo) restore(needs, list, deletion);
    });
}

function undoRemove(needs: Needs, list: ConversationList): void {
  const last = deleted.at(-1);
  if (last !== undefined) restore(needs, list, last);
}

function restore({ store, show }: Needs, list: ConversationList, deletion: Deletion): void {
  const at = deleted.indexOf(deletion);
  if (at < 0) return;
  deleted.splice(at, 1);
  setKey("galley.sessions.deleted", deleted.length > 0);
  for (const id of deletion.ids) deleteConversation(store, id, null);
  for (const id of deletion.shown) show(id, { replacesDraft: false });
  list.update();
}

/** Takes conversations out of the list and out of the panes. */
export function archive(needs: Needs, list: ConversationList, argument: unknown, selected: unknown): void {
  const ids = namedOrSelected(needs, list, argument, selected);
  for (const id of ids) archiveConversation(needs.store, id, Date.now());
  needs.leave(ids);
  list.update();
}

export function unarchive(needs: Needs, list: ConversationList, argument: unknown, selected: unknown): void {
  for (const id of namedOrSelected(needs, list, argument, selected)) {
    archiveConversation(needs.store, id, null);
    needs.conversationChanged(id);
  }
}
