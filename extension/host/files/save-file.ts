// Writes files for the user, in any file system.
import * as vscode from "vscode";
import { saveFile, saveIfMissing } from "../../disk/write/save-file.ts";
import * as words from "./words.ts";
import { kindAt, lastNameOf } from "./workspace.ts";

/** Throws an error with a message for the user. */
export async function saveText(uri: vscode.Uri, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  // Extensions write the other file systems.
  if (uri.scheme !== "file") return vscode.workspace.fs.writeFile(uri, bytes);
  const saved = await saveFile(uri.fsPath, bytes);
  if (!saved.ok) throw new Error(words.notWritten(lastNameOf(uri), saved.failure.why));
}

/** No-op if the file exists. Throws an error with a message for the user. */
export async function makeText(uri: vscode.Uri, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  if (uri.scheme !== "file") {
    if ((await kindAt(uri)) === undefined) await vscode.workspace.fs.writeFile(uri, bytes);
    return;
  }
  const made = await saveIfMissing(uri.fsPath, bytes);
  if (!made.ok) throw new Error(words.notCreated(lastNameOf(uri), made.failure.why));
}
