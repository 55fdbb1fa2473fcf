// Files that a setting of VS Code makes read-only: VS Code would apply an edit to one, and not mark it as unsaved.
import * as vscode from "vscode";

export function isReadOnlyBySetting(document: vscode.TextDocument): boolean {
  const files = vscode.workspace.getConfiguration("files", document);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const names = (key: string): boolean =>
    Object.entries(files.get<Record<string, unknown> | null>(key) ?? {}).some(([glob, isOn]) => {
      const pattern = folder === undefined ? glob : new vscode.RelativePattern(folder, glob);
      return isOn === true && vscode.languages.match({ pattern }, document) > 0;
    });
  return names("readonlyInclude") && !names("readonlyExclude");
}
