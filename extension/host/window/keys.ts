// Context keys, which menus and keybindings in package.json use.
import * as vscode from "vscode";

type Key =
  | "galley.busy"
  /** Messages wait in the conversation that was used last. */
  | "galley.queued"
  /** They wait until the user resumes the queue. */
  | "galley.queueHeld"
  /** The conversation in the main pane has nothing in it yet. */
  | "galley.blank"
  /** The user has selected a model in this window. */
  | "galley.tried.model"
  /** The user has sent a message, here or in an earlier window. */
  | "galley.tried.ask"
  /** A message of the user's has had context in it. */
  | "galley.tried.context"
  /** A message of the user's has begun with a command. */
  | "galley.tried.command"
  | "galley.archived"
  /** Its last rewind can be undone. */
  | "galley.rewound"
  /** Tools changed files in it, and the changes are neither kept nor undone. */
  | "galley.editsOpen"
  /** The request journal has entries. */
  | "galley.journal"
  /** An agent that speaks ACP answers in the conversation that was used last. */
  | "galley.agentAnswers"
  /** The panel shows a sidecar. */
  | "galley.sidecarOpen"
  /** The panel or an editor tab shows a sidecar. */
  | "galley.sidecarShown"
  /** The model is asked for a change in an editor. */
  | "galley.refactor.running"
  /** Changes of a refactoring wait for a review. */
  | "galley.refactor.reviewing"
  /** A request of a refactoring was sent. */
  | "galley.refactor.sent"
  | "galley.completion.on"
  /** A pane has the focus, or may have lost it to VS Code's palette. */
  | "galley.hadFocus"
  /** The input of a pane has the focus. */
  | "galley.inputFocus"
  /** Something is pinned, or open editors are: until then the Shelf is collapsed. */
  | "galley.shelf.holds"
  /** Open editors are pinned automatically. */
  | "galley.shelf.follows"
  /** At least one file is pinned. Menus in Source Control cannot check a single file. */
  | "galley.filesPinned"
  | "galley.sessions.showsHidden"
  | "galley.sessions.searching"
  | "galley.sessions.allHidden"
  | "galley.sessions.deleted"
  /** Messages of this workspace have attachments. */
  | "galley.stored"
  /** There are memories, or the user has opened their view. */
  | "galley.memory.shown"
  | "galley.memory.deleted"
  /** There are MCP servers, or the user has opened their view. */
  | "galley.mcp.shown"
  /** There are skills other than the built-in ones, or the user has opened their view. */
  | "galley.skills.shown";

const known = new Map<Key, boolean>();

export function setKey(key: Key, value: boolean): void {
  void tellKey(key, value);
}

/** Resolves when VS Code knows it. */
export async function tellKey(key: Key, value: boolean): Promise<void> {
  if (known.get(key) === value) return;
  known.set(key, value);
  await vscode.commands.executeCommand("setContext", key, value);
}
