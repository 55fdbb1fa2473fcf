// Where code goes when its lines do not tell: a list of the places it may be meant for.
import * as vscode from "vscode";
import type { Place } from "../../apply/find-place.ts";
import { replaceAll, replaceLines, replaceRange } from "./apply-edit.ts";
import { pickOne } from "../window/ask.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { openAsFile } from "./open-code.ts";
import { plainLabel } from "../window/plain-label.ts";
import { kindAt, pathOf } from "../files/workspace.ts";

interface Question {
  code: string;
  info: string;
  /** The file it is for, as far as that is known. */
  document?: vscode.TextDocument;
  /** Or the one it names that does not exist. */
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
    title: about === undefined ? "Apply Code" : `Apply Code to ${pathOf(about)}`,
    placeHolder: placeholder(question),
  });
  if (picked?.act === undefined) return;
  if (document !== undefined && (document.isClosed || document.version !== version))
    throw new Error(`${pathOf(document.uri)} has changed. Apply the code again.`);
  await picked.act();
}

function placeholder({ missing, places }: Question): string {
  if (missing !== undefined) return `${pathOf(missing)} does not exist. Select where to put the code`;
  if (places.length === 0) return "No part of the file matches this code. Select where to put it";
  if (places.length === 1) return "The closest match differs in many lines. Select where to put the code";
  return "Several parts of the file match this code. Select where to put it";
}

function choicesOf(question: Question): Choice[] {
  const { code, info, document, missing, places } = question;
  const line = { label: "", kind: vscode.QuickPickItemKind.Separator };
  return [
    ...(document ? places.map((place) => placeChoice(document, place)) : []),
    ...(missing
      ? [{ label: "$(new-file) New File", description: pathOf(missing), act: () => create(missing, code) }]
      : []),
    ...(places.length > 0 ? [line] : []),
    ...editorChoice(code),
    ...(missing
      ? []
      : [{ label: "$(new-file) New File", description: "not saved", act: () => openAsFile(info, code) }]),
    ...(document ? [wholeChoice(document, code)] : []),
  ];
}

function placeChoice(document: vscode.TextDocument, place: Place): Choice {
  const { start, end } = place;
  return {
    label: `$(replace) ${end - start > 1 ? `Lines ${start + 1}-${end}` : `Line ${start + 1}`}`,
    description: plainLabel(document.lineAt(start).text) + within(document, start),
    act: () => replaceLines(document, place),
  };
}

/** How far above a line is looked for what it stands in. */
const NEAR = 2_000;

/** Two methods of one name are told apart by their classes. */
function within(document: vscode.TextDocument, line: number): string {
  const depth = document.lineAt(line).firstNonWhitespaceCharacterIndex;
  for (let at = line - 1; depth > 0 && at >= Math.max(0, line - NEAR); at -= 1) {
    const above = document.lineAt(at);
    if (!above.isEmptyOrWhitespace && above.firstNonWhitespaceCharacterIndex < depth)
      return ` in ${plainLabel(above.text)}`;
  }
  return "";
}

function editorChoice(code: string): Choice[] {
  const editor = lastTextEditor();
  if (editor === undefined) return [];
  const { document, selection } = editor;
  const description = `${pathOf(document.uri)}, line ${selection.start.line + 1}`;
  const act = (): Promise<void> => replaceRange(document, selection, code);
  return [
    {
      label: selection.isEmpty ? "$(insert) Insert at Cursor" : "$(replace) Replace Selection",
      description,
      act,
    },
  ];
}

function wholeChoice(document: vscode.TextDocument, code: string): Choice {
  const { lineCount } = document;
  const lines = lineCount > 1 && document.lineAt(lineCount - 1).text === "" ? lineCount - 1 : lineCount;
  const description = `${lines === 1 ? "its only line" : `all ${lines} lines`} of ${pathOf(document.uri)}`;
  return { label: "$(replace-all) Replace Whole File", description, act: () => replaceAll(document, code) };
}

/** Opens an untitled editor with this path. The file is written when the user saves it. */
async function create(uri: vscode.Uri, code: string): Promise<void> {
  if ((await kindAt(uri)) !== undefined) throw new Error(`${pathOf(uri)} already exists. Apply the code again.`);
  const document = await vscode.workspace.openTextDocument(uri.with({ scheme: "untitled" }));
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, code.endsWith("\n") ? code : `${code}\n`);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`Could not create ${pathOf(uri)}.`);
  await vscode.window.showTextDocument(document, { preview: false });
  void vscode.window
    .showInformationMessage(`Created ${pathOf(uri)}. The file is not saved yet.`, "Save")
    .then(async (chosen) => {
      if (chosen === "Save") await document.save();
    });
}
