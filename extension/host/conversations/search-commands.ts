// The commands that search the list of conversations and show hidden ones.
import * as vscode from "vscode";
import { shownUntilHidden } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { ConversationList } from "./conversation-list.ts";
import * as words from "./words.ts";

export function searchCommands(list: ConversationList): CommandHandlers {
  return {
    "galley.sessions.search": (query) => search(list, query),
    "galley.sessions.clearSearch": () => list.search(""),
    "galley.sessions.showHidden": () => list.showHidden(true),
    "galley.sessions.hideHidden": () => list.showHidden(false),
  };
}

/** The list follows as the user types; Escape restores the search before. Another extension passes the text. */
async function search(list: ConversationList, query: unknown): Promise<void> {
  if (typeof query === "string") {
    list.search(query);
    return;
  }
  await vscode.commands.executeCommand("galley.sessions.focus", { preserveFocus: true });
  const before = list.query;
  let isAccepted = false;
  const input = vscode.window.createInputBox();
  input.title = words.searchTitle;
  input.placeholder = words.searchPlaceholder;
  input.value = before;
  input.onDidChangeValue((text) => list.search(text));
  input.onDidAccept(() => {
    isAccepted = true;
    input.hide();
  });
  input.onDidHide(() => {
    if (!isAccepted) list.search(before);
    input.dispose();
  });
  await shownUntilHidden(input, () => isAccepted);
}
