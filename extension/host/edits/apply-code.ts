// Applies a code block to a file: finds the lines that it rewrites, changes and shows them, and asks the user if unsure.
import { access, constants } from "node:fs/promises";
import * as vscode from "vscode";
import { findPlace, type NamedLines, type Place } from "../../apply/find-place.ts";
import { filesOfFence, isShell, type NamedFile, withoutMarker } from "../../text/fence.ts";
import { askWhere } from "./apply-question.ts";
import { replaceLines, replaceRange } from "./apply-edit.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { documentOf } from "../files/open-documents.ts";
import { kindAt, pathOf, uriOf } from "../files/workspace.ts";
import * as words from "./words.ts";

/** A larger file is refused. */
const MOST_BYTES = 10 * 1024 * 1024;

export async function applyCode(info: string, text: string): Promise<void> {
  if (isShell(info)) throw new Error(words.applyShell);
  if (text.trim() === "") throw new Error(words.emptyBlock);
  const { there, missing } = await namedFiles(info, text);
  if (there !== undefined) return applyTo(await openChecked(there.uri), withoutMarker(text, there.path), there.lines);
  if (missing !== undefined)
    return askWhere({ code: withoutMarker(text, missing.path), info, missing: missing.uri, places: [] });
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.noFile);
  const document = checkSize(editor.document, Buffer.byteLength(editor.document.getText()));
  if (!editor.selection.isEmpty) return replaceRange(document, editor.selection, text);
  return applyTo(document, text, undefined);
}

interface Named extends NamedFile {
  uri: vscode.Uri;
}

/** Only files in workspace folders: an answer cannot change others. */
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

/** The document as the editor has it, with unsaved changes. Rejects with words for the user if it cannot be changed. */
async function openChecked(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const path = pathOf(uri);
  const { size, permissions } = await vscode.workspace.fs.stat(uri);
  const isLocked =
    permissions === vscode.FilePermission.Readonly || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false;
  if (isLocked || (uri.scheme === "file" && !(await isWritable(uri.fsPath)))) throw new Error(words.readOnly(path));
  const open = await documentOf(uri);
  if (open !== undefined) return checkSize(open, size);
  if (size > MOST_BYTES) throw new Error(words.tooLarge(path));
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    throw new Error(words.notText(path), { cause: error });
  }
}

function checkSize(document: vscode.TextDocument, size: number): vscode.TextDocument {
  if (size > MOST_BYTES) throw new Error(words.tooLarge(pathOf(document.uri)));
  return document;
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
  const path = pathOf(document.uri);
  if (document.isClosed || document.version !== version) throw new Error(words.changedMeanwhile(path));
  switch (found.kind) {
    case "same":
      void vscode.window.showInformationMessage(words.alreadyAtLine(path, found.place.start + 1));
      return;
    case "place":
      return replaceLines(document, found.place);
    case "unsure":
      return askWhere({ code, info: "", document, places: [...found.places, ...linesNamed(document, code, named)] });
    default:
      found satisfies never;
  }
}

/** The lines that the code block names, if the file has them. */
function linesNamed(document: vscode.TextDocument, code: string, named: NamedLines | undefined): Place[] {
  if (named === undefined || named.start < 1 || named.end < named.start || named.end > document.lineCount) return [];
  return [{ start: named.start - 1, end: named.end, lines: code.split(/\r\n|\r|\n/) }];
}
