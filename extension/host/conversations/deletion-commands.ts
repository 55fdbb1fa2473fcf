// Conversations leave the list: deleted and brought back, archived and taken out of the archive.
import * as vscode from "vscode";
import { archiveSession, deleteSession, readSession } from "../../persist/sessions.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { setKey } from "../window/keys.ts";
import { sessionsOf } from "./called-on.ts";
import type { ConversationsNeeds } from "./needs.ts";
import type { SessionList } from "./session-list.ts";

type Needs = Pick<
  ConversationsNeeds,
  "store" | "conversation" | "mainConversation" | "shownConversations" | "conversationChanged" | "show" | "leave"
>;

export function deletionCommands(needs: Needs, list: SessionList): CommandHandlers {
  return {
    "galley.sessions.delete": (argument, selected) => remove(needs, list, argument, selected),
    "galley.sessions.undoDelete": () => undoRemove(needs, list),
    "galley.archive": (argument, selected) => archive(needs, list, argument, selected),
    "galley.unarchive": (argument, selected) => unarchive(needs, list, argument, selected),
  };
}

interface Deletion {
  ids: string[];
  /** Those of them that panes showed. */
  shown: string[];
}

/** What this window deleted last, for Undo. */
const deleted: Deletion[] = [];

/** Gone from every list, until it is undone. A turn that runs in one is stopped, and what waits goes on waiting. */
export function remove(needs: Needs, list: SessionList, argument: unknown, selected: unknown): void {
  const { store } = needs;
  const ids = sessionsOf(needs, list, argument, selected).filter((id) => readSession(store, id) !== undefined);
  const [first] = ids;
  if (first === undefined) return;
  const title = readSession(store, first)?.title ?? "";
  for (const id of ids) {
    needs.conversation(id).stop("hold");
    deleteSession(store, id, Date.now());
  }
  const shown = needs.shownConversations();
  const deletion = { ids, shown: ids.filter((id) => shown.includes(id)) };
  deleted.push(deletion);
  setKey("galley.sessions.deleted", true);
  needs.leave(ids);
  list.update();
  void vscode.window
    .showInformationMessage(ids.length === 1 ? `Deleted “${title}”.` : `Deleted ${ids.length} conversations.`, "Undo")
    .then((answer) => {
      if (answer === "Undo") restore(needs, list, deletion);
    });
}

function undoRemove(needs: Needs, list: SessionList): void {
  const last = deleted.at(-1);
  if (last !== undefined) restore(needs, list, last);
}

function restore({ store, show }: Needs, list: SessionList, deletion: Deletion): void {
  const at = deleted.indexOf(deletion);
  if (at < 0) return;
  deleted.splice(at, 1);
  setKey("galley.sessions.deleted", deleted.length > 0);
  for (const id of deletion.ids) deleteSession(store, id, null);
  for (const id of deletion.shown) show(id, { replacesDraft: false });
  list.update();
}

/** Out of the list, and out of the panel. */
export function archive(needs: Needs, list: SessionList, argument: unknown, selected: unknown): void {
  const ids = sessionsOf(needs, list, argument, selected);
  for (const id of ids) archiveSession(needs.store, id, Date.now());
  needs.leave(ids);
  list.update();
}

export function unarchive(needs: Needs, list: SessionList, argument: unknown, selected: unknown): void {
  for (const id of sessionsOf(needs, list, argument, selected)) {
    archiveSession(needs.store, id, null);
    needs.conversationChanged(id);
  }
}
