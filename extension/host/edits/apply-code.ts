// Apply… on a block of code: the part of a file it rewrites is changed in the editor and shown; where that is not plain, it asks.
import { access, constants } from "node:fs/promises";
import * as vscode from "vscode";
import { findPlace, type NamedLines, type Place } from "../../apply/find-place.ts";
import { filesOfFence, isShell, type NamedFile, withoutMarker } from "../../text/fence.ts";
import { askWhere } from "./apply-question.ts";
import { replaceLines, replaceRange } from "./apply-edit.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { documentOf } from "../files/open-documents.ts";
import { kindAt, pathOf, uriOf } from "../files/workspace.ts";

/** Larger files are edited by hand. */
const MOST_BYTES = 10 * 1024 * 1024;

export async function applyCode(info: string, text: string): Promise<void> {
  if (isShell(info)) throw new Error("Commands cannot be applied to a file. Use Insert into Terminal.");
  if (text.trim() === "") throw new Error("The code block is empty.");
  const { there, missing } = await namedFiles(info, text);
  if (there !== undefined) return applyTo(await openChecked(there.uri), withoutMarker(text, there.path), there.lines);
  if (missing !== undefined)
    return askWhere({ code: withoutMarker(text, missing.path), info, missing: missing.uri, places: [] });
  const editor = lastTextEditor();
  if (editor === undefined)
    throw new Error(
      "This code does not name a workspace file. Open the file that you want to change, then apply the code again.",
    );
  const document = checkSize(editor.document, Buffer.byteLength(editor.document.getText()));
  if (!editor.selection.isEmpty) return replaceRange(document, editor.selection, text);
  return applyTo(document, text, undefined);
}

interface Named extends NamedFile {
  uri: vscode.Uri;
}

/** Only files inside the workspace's folders: an answer does not reach out of them. */
async function namedFiles(info: string, text: string): Promise<{ there?: Named; missing?: Named }> {
  let missing: Named | undefined;
  for (const file of filesOfFence(info, text)) {
    const uri = uriOf(file.path);
    if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) continue;
    const kind = await kindAt(uri);
    if (kind === "file") return { there: { ...file, uri } };
    if (kind === undefined) missing ??= { ...file, uri };
  }
  return missing === undefined ? {} : { missing };
}

/** As the editor has it, unsaved changes included. Rejects with words when it cannot be changed there. */
async function openChecked(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const path = pathOf(uri);
  const { size, permissions } = await vscode.workspace.fs.stat(uri);
  const isLocked =
    permissions === vscode.FilePermission.Readonly || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false;
  if (isLocked || (uri.scheme === "file" && !(await isWritable(uri.fsPath)))) throw new Error(`${path} is read-only.`);
  const open = await documentOf(uri);
  if (open !== undefined) return checkSize(open, size);
  if (size > MOST_BYTES) throw tooLarge(path);
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new Error(`Could not open ${path} as text. It may be a binary file.`, { cause: error });
  }
}

function checkSize(document: vscode.TextDocument, size: number): vscode.TextDocument {
  if (size > MOST_BYTES) throw tooLarge(pathOf(document.uri));
  return document;
}

function tooLarge(path: string): Error {
  return new Error(`${path} is larger than 10 MB, so Galley cannot apply the code. Insert the code yourself.`);
}

function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function applyTo(document: vscode.TextDocument, code: string, named: NamedLines | undefined): Promise<void> {
  const { version } = document;
  const found = await findPlace(document.getText(), code, named);
  if (document.isClosed || document.version !== version)
    throw new Error(`${pathOf(document.uri)} has changed. Apply the code again.`);
  switch (found.kind) {
    case "same": {
      const words = `No changes: ${pathOf(document.uri)} already contains this code at line ${found.place.start + 1}.`;
      void vscode.window.showInformationMessage(words);
      return;
    }
    case "place":
      return replaceLines(document, found.place);
    case "unsure":
      return askWhere({ code, info: "", document, places: [...found.places, ...linesNamed(document, code, named)] });
    default:
      found satisfies never;
  }
}

/** What the block itself says, if the file has such lines. */
function linesNamed(document: vscode.TextDocument, code: string, named: NamedLines | undefined): Place[] {
  if (named === undefined || named.start < 1 || named.end < named.start || named.end > document.lineCount) return [];
  return [{ start: named.start - 1, end: named.end, lines: code.split(/\r\n|\r|\n/) }];
}
