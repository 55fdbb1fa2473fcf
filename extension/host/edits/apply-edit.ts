// Puts code into a document: changes only the lines that differ, in one undo step, and shows the change.
import * as vscode from "vscode";
import type { Place } from "../../apply/find-place.ts";
import { splitLines } from "../../apply/lines.ts";
import type { LineRange } from "../../message/range.ts";
import { reviewApplied } from "./apply-review.ts";
import { isReadOnlyBySetting } from "../files/read-only.ts";
import { pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

export async function replaceLines(document: vscode.TextDocument, place: Place): Promise<void> {
  const { start, end, lines } = differing(document, place);
  if (start === end && lines.length === 0) {
    void vscode.window.showInformationMessage(words.alreadyThere(pathOf(document.uri)));
    return;
  }
  const [range, text] = replacement(document, { start, end, lines });
  await change(document, range, text, { start: start + 1, end: start + Math.max(lines.length, 1) });
}

export async function replaceRange(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<void> {
  const { line } = range.start;
  await change(document, range, text, { start: line + 1, end: line + splitLines(text).length });
}

/** Keeps the line break at the end of the file, or its absence. */
export async function replaceAll(document: vscode.TextDocument, code: string): Promise<void> {
  const lines = splitLines(code.replace(/(?:\r\n|\r|\n)$/, ""));
  const isEnded = document.lineCount > 1 && document.lineAt(document.lineCount - 1).text === "";
  const place = { start: 0, end: document.lineCount, lines: isEnded ? [...lines, ""] : lines };
  await replaceLines(document, place);
}

/** Without the lines at the start and the end that stay the same. */
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

/** `lines` are the changed lines, as they are numbered afterwards. */
async function change(
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
  lines: LineRange,
): Promise<void> {
  if (isReadOnlyBySetting(document)) throw new Error(words.readOnlySetting(pathOf(document.uri)));
  const before = document.getText();
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  const isDone = await vscode.workspace.applyEdit(edit);
  const after = document.getText();
  if (!isDone || after === before) throw new Error(words.notChanged(pathOf(document.uri)));
  await reviewApplied({ document, before, after, lines });
}
