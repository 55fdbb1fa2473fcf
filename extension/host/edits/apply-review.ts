// Code that was applied, shown for a decision: VS Code's comparison with what stood there, and one button that takes it back.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { pathOf } from "../files/workspace.ts";

/** A text as it was before code was applied to it: `galley-unapplied:/path?number`. */
const BEFORE = "galley-unapplied";

const befores = new Map<string, string>();
let count = 0;

/** The text is kept as long as VS Code shows it. */
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
  /** What changed, in words: "Lines 3-7 of src/a.ts". */
  what: string;
}

/** Each block can be taken back in the comparison too. Saved by the user, or by VS Code where the user has told it to. */
export async function reviewApplied(applied: Applied): Promise<void> {
  const { document, before, what } = applied;
  count += 1;
  const query = String(count);
  befores.set(query, before);
  const old = vscode.Uri.from({ scheme: BEFORE, path: document.uri.path, query });
  const title = `${pathOf(document.uri)}: before ↔ now`;
  await vscode.commands.executeCommand("vscode.diff", old, document.uri, title, { preview: false });
  const isSavedAlone = vscode.workspace.getConfiguration("files", document).get("autoSave") === "afterDelay";
  const words = isSavedAlone ? "changed. VS Code saves the file automatically." : "changed. The file is not saved yet.";
  const buttons = isSavedAlone ? ["Undo"] : ["Save", "Undo"];
  void vscode.window
    .showInformationMessage(`${what} ${words}`, ...buttons)
    .then(async (chosen) => {
      if (chosen === "Save") await document.save();
      if (chosen === "Undo") await takeBack(applied, old);
    })
    .then(undefined, (error: unknown) => void vscode.window.showErrorMessage(reasonOf(error)));
}

/** Of a document that changed since nothing is taken away: the user decides there. */
async function takeBack({ document, before, after }: Applied, old: vscode.Uri): Promise<void> {
  const shown = await vscode.window.showTextDocument(document.uri, { preview: false });
  const now = shown.document;
  const path = pathOf(now.uri);
  if (now.getText() !== after) {
    leave(`${path} changed since the code was applied.`);
    return;
  }
  // The editor's own undo leaves a saved file saved.
  await undoneIn(now);
  if (now.getText() !== before) {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(now.uri, now.validateRange(new vscode.Range(0, 0, now.lineCount, 0)), before);
    if (!(await vscode.workspace.applyEdit(edit))) {
      leave(`Could not change ${path}.`);
      return;
    }
  }
  await vscode.window.tabGroups.close(tabsOf(old));
}

function leave(why: string): void {
  void vscode.window.showWarningMessage(`${why} Run Undo in the editor to remove the code.`);
}

/** How long VS Code may take to tell of its undo. */
const UNDO_MS = 2_000;

/** VS Code answers the command before it tells that the text changed. */
async function undoneIn(document: vscode.TextDocument): Promise<void> {
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
