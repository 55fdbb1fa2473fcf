// The file the user works in, if files near it may be named: in a trusted workspace, neither ignored nor secret.
import * as vscode from "vscode";
import { keepAutomatic } from "../../files/kept-out.ts";
import { ownUri } from "../../files/own-uri.ts";
import { pathOf } from "../../files/workspace.ts";
import { lastTextEditor } from "../../window/last-editor.ts";
import * as words from "../words.ts";

export type ActiveFile = { document: vscode.TextDocument; uri: vscode.Uri; path: string } | { reason: string };

export async function activeFile(): Promise<ActiveFile> {
  if (!vscode.workspace.isTrusted) return { reason: words.notTrusted };
  const document = lastTextEditor()?.document;
  const uri = document && ownUri(document.uri);
  if (document === undefined || uri === undefined || !isInWorkspace(uri)) return { reason: words.noEditor };
  if ((await keepAutomatic([uri])).length === 0) return { reason: words.notAutomatic };
  return { document, uri, path: pathOf(uri) };
}

export function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
