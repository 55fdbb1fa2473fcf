// What the list of conversations shows: those that contain some words, or also those that are out of the way.
import * as vscode from "vscode";
import { shownUntilHidden } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { SessionList } from "./session-list.ts";

export function searchCommands(list: SessionList): CommandHandlers {
  return {
    "galley.sessions.search": (words) => search(list, words),
    "galley.sessions.clearSearch": () => list.search(""),
    "galley.sessions.showHidden": () => list.showHidden(true),
    "galley.sessions.hideHidden": () => list.showHidden(false),
  };
}

/** The list follows what is typed; Escape brings back what it showed before. A program passes the words. */
async function search(list: SessionList, words: unknown): Promise<void> {
  if (typeof words === "string") {
    list.search(words);
    return;
  }
  await vscode.commands.executeCommand("galley.sessions.focus", { preserveFocus: true });
  const before = list.words;
  let isAccepted = false;
  const input = vscode.window.createInputBox();
  input.title = "Search Conversations";
  input.placeholder = "Search titles and messages";
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
