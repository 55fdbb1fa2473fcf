// The editors that are open now, in the order of their tabs.
import * as vscode from "vscode";

/** Text editors only, each document once; the right side of a diff. */
export function openEditorUris(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) => {
    if (input instanceof vscode.TabInputText) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.modified] : [];
  });
  const readable = uris.filter(({ scheme }) => READABLE.has(scheme));
  return [...new Map(readable.map((uri) => [uri.toString(), uri])).values()];
}

/** Excludes settings, output and the like, which are documents too. */
const READABLE = new Set(["file", "untitled", "vscode-vfs", "vscode-remote", "memfs"]);
