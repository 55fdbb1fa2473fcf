// Shows applied code in VS Code's comparison with the text before, with a button that takes it back.
import * as vscode from "vscode";
import type { LineRange } from "../../message/range.ts";
import { reasonOf } from "../../text/reason.ts";
import { pathOf } from "../files/workspace.ts";
import * as words from "./words.ts";

/** The text before code was applied: `galley-unapplied:/path?number`. */
const BEFORE = "galley-unapplied";

const befores = new Map<string, string>();
let count = 0;

/** Keeps each text before as long as VS Code shows it. */
export function keepBefores(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(BEFORE, {
      provideTextDocumentContent: (uri) => befores.get(uri.query) ?? "",
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === BEFORE) befores.delete(uri.query);
    }),
  );
}

export interface Applied {
  document: vscode.TextDocument;
  before: string;
  after: string;
  /** The changed lines, as they are numbered in `after`. */
  lines: LineRange;
}

/** Does not save the file: the user does, or VS Code where automatic saving is on. */
export async function reviewApplied(applied: Applied): Promise<void> {
  const { document, before, lines } = applied;
  count += 1;
  const query = String(count);
  befores.set(query, before);
  const old = vscode.Uri.from({ scheme: BEFORE, path: document.uri.path, query });
  const path = pathOf(document.uri);
  await vscode.commands.executeCommand("vscode.diff", old, document.uri, words.comparison(path), { preview: false });
  const isAutoSaved = vscode.workspace.getConfiguration("files", document).get("autoSave") === "afterDelay";
  const message = isAutoSaved ? words.appliedAndSaved(path, lines) : words.applied(path, lines);
  const buttons = isAutoSaved ? [words.undo] : [words.save, words.undo];
  void vscode.window
    .showInformationMessage(message, ...buttons)
    .then(async (chosen) => {
      if (chosen === words.save) await document.save();
      if (chosen === words.undo) await takeBack(applied, old);
    })
    .then(undefined, (error: unknown) => void vscode.window.showErrorMessage(reasonOf(error)));
}

/** Changes nothing if the document has changed since: the user decides what to keep. */
async function takeBack({ document, before, after }: Applied, old: vscode.Uri): Promise<void> {
  const shown = await vscode.window.showTextDocument(document.uri, { preview: false });
  const now = shown.document;
  const path = pathOf(now.uri);
  if (now.getText() !== after) {
    void vscode.window.showWarningMessage(words.changedSince(path));
    return;
  }
  // The editor's own undo leaves a saved file saved.
  await runUndo(now);
  if (now.getText() !== before) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(now.uri, now.validateRange(new vscode.Range(0, 0, now.lineCount, 0)), before);
    if (!(await vscode.workspace.applyEdit(edit))) {
      void vscode.window.showWarningMessage(words.notTakenBack(path));
      return;
    }
  }
  await vscode.window.tabGroups.close(tabsOf(old));
}

/** How long to wait for the event of VS Code's undo. */
const UNDO_MS = 2_000;

/** Waits for the change of the text: the command ends before it. */
async function runUndo(document: vscode.TextDocument): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, UNDO_MS);
  const changed = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document === document) resolve();
  });
  await vscode.commands.executeCommand("undo");
  await promise;
  clearTimeout(timer);
  changed.dispose();
}

function tabsOf(old: vscode.Uri): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(
    ({ input }) => input instanceof vscode.TabInputTextDiff && input.original.toString() === old.toString(),
  );
}
