// Code put into a document: as one step that undo takes back, only where lines differ, and shown.
import * as vscode from "vscode";
import type { Place } from "../../apply/find-place.ts";
import { splitLines } from "../../apply/lines.ts";
import { reviewApplied } from "./apply-review.ts";
import { pathOf } from "../files/workspace.ts";

export async function replaceLines(document: vscode.TextDocument, place: Place): Promise<void> {
  const { start, end, lines } = differing(document, place);
  const path = pathOf(document.uri);
  if (start === end && lines.length === 0) {
    void vscode.window.showInformationMessage(`No changes: ${path} already contains this code.`);
    return;
  }
  const what =
    lines.length > 1 ? `Lines ${start + 1}-${start + lines.length} of ${path} are` : `Line ${start + 1} of ${path} is`;
  const [range, text] = replacement(document, { start, end, lines });
  await change(document, range, text, what);
}

export async function replaceRange(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const { line } = range.start;
  const last = line + splitLines(text).length - 1;
  const what = last > line ? `Lines ${line + 1}-${last + 1} of` : `Line ${line + 1} of`;
  await change(document, range, text, `${what} ${pathOf(document.uri)} ${last > line ? "are" : "is"}`);
}

/** The end of the file stays as it is: with a line break, or without. */
export async function replaceAll(document: vscode.TextDocument, code: string): Promise<void> {
  const lines = splitLines(code.replace(/(?:\r\n|\r|\n)$/, ""));
  const isEnded = document.lineCount > 1 && document.lineAt(document.lineCount - 1).text === "";
  const place = { start: 0, end: document.lineCount, lines: isEnded ? [...lines, ""] : lines };
  await replaceLines(document, place);
}

/** Without the lines at both ends that stay. */
function differing(document: vscode.TextDocument, place: Place): Place {
  let { start, end, lines } = place;
  while (start < end && lines.length > 0 && document.lineAt(start).text === lines[0]) {
    lines = lines.slice(1);
    start += 1;
  }
  while (end > start && lines.length > 0 && document.lineAt(end - 1).text === lines.at(-1)) {
    lines = lines.slice(0, -1);
    end -= 1;
  }
  return { start, end, lines };
}

function replacement(document: vscode.TextDocument, { start, end, lines }: Place): [vscode.Range, string] {
  const text = lines.join("\n");
  if (start < end && lines.length > 0)
    return [new vscode.Range(new vscode.Position(start, 0), document.lineAt(end - 1).range.end), text];
  if (start < end) return [document.validateRange(new vscode.Range(start, 0, end, 0)), ""];
  if (start < document.lineCount) return [new vscode.Range(start, 0, start, 0), `${text}\n`];
  const last = document.lineAt(document.lineCount - 1).range.end;
  return [new vscode.Range(last, last), `\n${text}`];
}

async function change(document: vscode.TextDocument, range: vscode.Range, text: string, what: string): Promise<void> {
  refuseLocked(document);
  const before = document.getText();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  const isDone = await vscode.workspace.applyEdit(edit);
  const after = document.getText();
  if (!isDone || after === before)
    throw new Error(`Could not change ${pathOf(document.uri)}. The file may be read-only.`);
  await reviewApplied({ document, before, after, what });
}

/** VS Code applies an edit to a file that the user's files lock, and does not mark the file as unsaved. */
function refuseLocked(document: vscode.TextDocument): void {
  const files = vscode.workspace.getConfiguration("files", document);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const names = (key: string): boolean =>
    Object.entries(files.get<Record<string, unknown> | null>(key) ?? {}).some(([glob, isOn]) => {
      const pattern = folder === undefined ? glob : new vscode.RelativePattern(folder, glob);
      return isOn === true && vscode.languages.match({ pattern }, document) > 0;
    });
  if (names("readonlyInclude") && !names("readonlyExclude"))
    throw new Error(`${pathOf(document.uri)} is read-only because of the setting files.readonlyInclude.`);
}
