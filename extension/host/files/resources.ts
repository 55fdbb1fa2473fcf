// The files a command was called on: those selected in its list, or the active editor's.
import * as vscode from "vscode";

/** Menus pass a URI and all selected URIs; Source Control passes each resource state as an argument. */
export function urisOf(args: readonly unknown[]): vscode.Uri[] {
  const [first, selected] = args;
  const many = Array.isArray(selected) && selected.length > 0 ? selected : args;
  const named = many.flatMap((argument) => uriOf(argument) ?? []);
  if (named.length > 0 || first !== undefined) return unique(named);
  const active = vscode.window.activeTextEditor?.document.uri;
  return active === undefined ? [] : [active];
}

function uriOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  if (typeof argument !== "object" || argument === null || !("resourceUri" in argument)) return undefined;
  return argument.resourceUri instanceof vscode.Uri ? argument.resourceUri : undefined;
}

function unique(uris: readonly vscode.Uri[]): vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
