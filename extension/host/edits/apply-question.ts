// Asks the user where to put code, if Galley is not sure: a list of the likely places.
import * as vscode from "vscode";
import type { Place } from "../../apply/find-place.ts";
import { replaceAll, replaceLines, replaceRange } from "./apply-edit.ts";
import { pickOne } from "../window/ask.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { openAsFile } from "./open-code.ts";
import { plainLabel } from "../window/plain-label.ts";
import { kindAt, pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

interface Question {
  code: string;
  info: string;
  /** The file that the code is for, if known. */
  document?: vscode.TextDocument;
  /** Or the file that the code names, if it does not exist. */
  missing?: vscode.Uri;
  places: readonly Place[];
}

interface Choice extends vscode.QuickPickItem {
  act?: () => Promise<void>;
}

export async function askWhere(question: Question): Promise<void> {
  const { document, missing } = question;
  const version = document?.version;
  const about = missing ?? document?.uri;
  const picked = await pickOne(choicesOf(question), {
    title: words.applyTitle(about && pathOf(about)),
    placeHolder: placeholder(question),
  });
  if (picked?.act === undefined) return;
  if (document !== undefined && (document.isClosed || document.version !== version))
    throw new Error(words.changedMeanwhile(pathOf(document.uri)));
  await picked.act();
}

function placeholder({ missing, places }: Question): string {
  if (missing !== undefined) return words.fileMissing(pathOf(missing));
  if (places.length === 0) return words.noMatch;
  if (places.length === 1) return words.farMatch;
  return words.manyMatches;
}

function choicesOf(question: Question): Choice[] {
  const { code, info, document, missing, places } = question;
  const line = { label: "", kind: vscode.QuickPickItemKind.Separator };
  return [
    ...(document ? places.map((place) => placeChoice(document, place)) : []),
    ...(missing
      ? [{ label: `$(new-file) ${words.newFile}`, description: pathOf(missing), act: () => create(missing, code) }]
      : []),
    ...(places.length > 0 ? [line] : []),
    ...editorChoice(code),
    ...(missing
      ? []
      : [{ label: `$(new-file) ${words.newFile}`, description: words.notSaved, act: () => openAsFile(info, code) }]),
    ...(document ? [wholeChoice(document, code)] : []),
  ];
}

function placeChoice(document: vscode.TextDocument, place: Place): Choice {
  const { start, end } = place;
  return {
    label: `$(replace) ${words.lines({ start: start + 1, end: Math.max(end, start + 1) })}`,
    description: words.place(plainLabel(document.lineAt(start).text), lineAround(document, start)),
    act: () => replaceLines(document, place),
  };
}

/** How many lines above a line are searched for the one around it. */
const NEAR = 2_000;

/** The nearest line above with less indent: it tells two methods of one name apart by their classes. */
function lineAround(document: vscode.TextDocument, line: number): string | undefined {
  const depth = document.lineAt(line).firstNonWhitespaceCharacterIndex;
  for (let at = line - 1; depth > 0 && at >= Math.max(0, line - NEAR); at -= 1) {
    const above = document.lineAt(at);
    if (!above.isEmptyOrWhitespace && above.firstNonWhitespaceCharacterIndex < depth) return plainLabel(above.text);
  }
  return undefined;
}

function editorChoice(code: string): Choice[] {
  const editor = lastTextEditor();
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const description = words.atLine(pathOf(document.uri), selection.start.line + 1);
  const label = selection.isEmpty ? `$(insert) ${words.insertAtCursor}` : `$(replace) ${words.replaceSelection}`;
  return [{ label, description, act: () => replaceRange(document, selection, code) }];
}

function wholeChoice(document: vscode.TextDocument, code: string): Choice {
  const { lineCount } = document;
  const lines = lineCount > 1 && document.lineAt(lineCount - 1).text === "" ? lineCount - 1 : lineCount;
  const description = words.wholeFile(pathOf(document.uri), lines);
  return { label: `$(replace-all) ${words.replaceFile}`, description, act: () => replaceAll(document, code) };
}

/** Opens an untitled editor with this path. The file is written when the user saves it. */
async function create(uri: vscode.Uri, code: string): Promise<void> {
  if ((await kindAt(uri)) !== undefined) throw new Error(words.createdMeanwhile(pathOf(uri)));
  const document = await vscode.workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, code.endsWith("\n") ? code : `${code}\n`);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(words.notCreated(pathOf(uri)));
  await vscode.window.showTextDocument(document, { preview: false });
  void vscode.window.showInformationMessage(words.created(pathOf(uri)), words.save).then(async (chosen) => {
    if (chosen === words.save) await document.save();
  });
}
