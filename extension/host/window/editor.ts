// Shows files, folders and lines in VS Code, and counts lines as messages do.
import * as vscode from "vscode";
import { isByteRange, type LineRange, type Range } from "../../message/range.ts";
import { userFolder } from "../files/definition-files.ts";
import { documentOf } from "../files/open-documents.ts";
import { kindAt, pathOf, uriOf } from "../files/workspace.ts";
import * as words from "./words.ts";

/** As the gutter counts. A range that ends before the first character of a line does not include that line. */
export function linesOf({ start, end }: vscode.Range): LineRange {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line + 1, end: last + 1 };
}

/**
 * Without a range, opens a file in its default editor and reveals a folder in the Explorer. Rejects with a message for
 * the user if the path does not exist.
 */
export async function showPlace(path: string, range: Range | undefined, preserveFocus = false): Promise<void> {
  const uri = placeNamed(path);
  const kind = range === undefined ? await kindAt(uri) : undefined;
  if (kind === "folder") return showFolder(uri);
  // A second document of one file would be a second text.
  const open = await documentOf(uri);
  const shown = open?.isDirty === true ? open.uri : uri;
  if (kind === "file") return openFile(shown, preserveFocus);
  const document = await textAt(shown, range);
  if (document === undefined) return openFile(shown, preserveFocus);
  const selection = range === undefined ? undefined : selectionOf(document, range);
  await vscode.window.showTextDocument(document, { preserveFocus, ...(selection !== undefined && { selection }) });
}

/** `undefined` for bytes of a file that VS Code does not show as text. */
async function textAt(uri: vscode.Uri, range: Range | undefined): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (error) {
    if (range === undefined || !isByteRange(range) || (await kindAt(uri)) !== "file") throw error;
    return undefined;
  }
}

/** With options, VS Code opens the file in an editor and never in another program. */
export async function openFile(uri: vscode.Uri, preserveFocus = false): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uri, { preserveFocus });
}

export async function showLine(uri: vscode.Uri, line: number, preserveFocus = false): Promise<void> {
  const at = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(uri, { selection: at, preserveFocus });
}

/** The path may begin with `~/`, the user's home. Throws an error with a message for the user. */
export function placeNamed(path: string): vscode.Uri {
  const uri = path.startsWith("~/") ? userFolder(path.slice(2)) : uriOf(path);
  if (uri === undefined) throw new Error(words.notInWorkspace(path));
  return uri;
}

async function showFolder(uri: vscode.Uri): Promise<void> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) throw new Error(words.outsideWorkspace(pathOf(uri)));
  await vscode.commands.executeCommand("revealInExplorer", uri);
}

function selectionOf(document: vscode.TextDocument, range: Range): vscode.Range {
  if (isByteRange(range)) {
    const before = Buffer.from(document.getText());
    const position = (byte: number): vscode.Position =>
      document.positionAt(before.subarray(0, byte).toString("utf8").length);
    return new vscode.Range(position(range.start), position(range.end));
  }
  const last = document.lineAt(Math.min(range.end, document.lineCount) - 1);
  return new vscode.Range(new vscode.Position(Math.min(range.start, document.lineCount) - 1, 0), last.range.end);
}
