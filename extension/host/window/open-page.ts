// Opens a page in the user's browser, at the address exactly as it is written.
import * as vscode from "vscode";

/** `false` if the user declines VS Code's question. */
export async function openPage(url: string): Promise<boolean> {
  // A Uri would lose escapes in the query (`%26`, `%2B`). VS Code accepts text, too, though its types do not say so.
  const target: unknown = url;
  return vscode.env.openExternal(target as vscode.Uri);
}
