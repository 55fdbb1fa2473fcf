// A file that Galley writes for the user, in whatever file system it lies.
import * as vscode from "vscode";
import { saveFile, saveIfMissing } from "../../disk/write/save-file.ts";
import { kindAt, lastNameOf } from "./workspace.ts";

/** Throws in words. */
export async function saveText(uri: vscode.Uri, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  // The other file systems are their extensions' to write.
  if (uri.scheme !== "file") return vscode.workspace.fs.writeFile(uri, bytes);
  const saved = await saveFile(uri.fsPath, bytes);
  if (!saved.ok) throw new Error(`Could not write ${lastNameOf(uri)}: ${saved.failure.why}.`);
}

/** What is there stays. Throws in words. */
export async function makeText(uri: vscode.Uri, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  if (uri.scheme !== "file") {
    if ((await kindAt(uri)) === undefined) await vscode.workspace.fs.writeFile(uri, bytes);
    return;
  }
  const made = await saveIfMissing(uri.fsPath, bytes);
  if (!made.ok) throw new Error(`Could not create ${lastNameOf(uri)}: ${made.failure.why}.`);
}
