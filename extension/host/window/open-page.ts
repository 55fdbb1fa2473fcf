// Opens a page in the user's browser, at the address exactly as it is written.
import * as vscode from "vscode";

/** `false` when the user, asked by VS Code, did not want to. */
export async function openPage(url: string): Promise<boolean> {
  // A Uri would lose what is escaped in the query (`%26`, `%2B`); VS Code takes the text itself, though its types do not say so.
  const target: unknown = url;
  return vscode.env.openExternal(target as vscode.Uri);
}
