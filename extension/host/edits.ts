// Files that tools change: through the editor, each with what it was before, so that an answer's edits can be seen, kept and undone.
import { readFile, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { reasonOf } from "../message/reason.ts";
import { afterOf, beforeOf, type EditRow, readEdits, saveEdit, setEditState } from "../persist/edits.ts";
import { diskDocuments } from "../disk/tool-documents.ts";
import type { Documents, DocumentText, Place, Refused } from "../tools/ports.ts";
import type { CallAbout } from "../tools/tool.ts";
import type { ToHost } from "../protocol/to-host.ts";
import { shownEdits } from "../turn/shown.ts";
import { countLines } from "../turn/shown-preview.ts";
import type { Core } from "./core.ts";

type EditsAction = Extract<ToHost, { type: "edits" }>;

/** The file as it was before an answer changed it: `galley-before:/path?message`. */
const BEFORE = "galley-before";

export class Edits implements Documents, vscode.Disposable {
  readonly #core: Core;
  readonly #before: vscode.Disposable;

  constructor(core: Core) {
    this.#core = core;
    this.#before = vscode.workspace.registerTextDocumentContentProvider(BEFORE, {
      provideTextDocumentContent: ({ query, path }) => {
        const edit = readEdits(core.store, query).find(({ real }) => vscode.Uri.file(real).path === path);
        return (edit && beforeOf(core.store, edit)) ?? "";
      },
    });
  }

  async text(place: Place): Promise<DocumentText | Refused> {
    const open = openDocument(place.real);
    if (open?.isDirty !== true) return diskDocuments.text(place);
    return { ok: true, text: open.getText(), unsaved: true, eol: open.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n" };
  }

  async replace(
    place: Place,
    before: string | undefined,
    after: string,
    about: CallAbout,
  ): Promise<{ ok: true } | Refused> {
    const done = await put(place, before, after, about);
    if (!done.ok) return done;
    this.record(place, before, done.text, about);
    return { ok: true };
  }

  /** It is changed already. */
  record({ path, real }: Place, before: string | undefined, after: string, about: CallAbout): void {
    saveEdit(this.#core.store, { ...about, path, real, before, after }, countLines);
    this.#tell(about.session_id, about.message_id);
  }

  /** The whole answer, or one file of it. */
  async act({ action, session_id, message_id, path }: EditsAction): Promise<void> {
    const edits = readEdits(this.#core.store, message_id).filter((edit) => path === undefined || edit.path === path);
    for (const edit of edits) {
      if (action === "review") await this.#review(edit);
      else if (edit.state === "undone") continue;
      else if (action === "keep") setEditState(this.#core.store, edit, "kept");
      else await this.#undo(edit);
    }
    this.#tell(session_id, message_id);
  }

  dispose(): void {
    this.#before.dispose();
  }

  /** VS Code's own comparison: each block can be taken back there, and the file itself changed. */
  async #review(edit: EditRow): Promise<void> {
    const file = vscode.Uri.file(edit.real);
    const before = vscode.Uri.from({ scheme: BEFORE, path: file.path, query: edit.message_id });
    await vscode.commands.executeCommand("vscode.diff", before, file, `${edit.path}: before ↔ now`, { preview: false });
  }

  /** A file that somebody changed since is shown instead: what is theirs is not taken away. */
  async #undo(edit: EditRow): Promise<void> {
    const { store } = this.#core;
    const before = beforeOf(store, edit);
    const after = afterOf(store, edit);
    const now = await currentText(edit.real);
    if (after === undefined || now !== after || (edit.before_id !== null && before === undefined)) {
      setEditState(store, edit, "changed");
      await this.#review(edit);
      return;
    }
    try {
      if (before === undefined) await vscode.workspace.fs.delete(vscode.Uri.file(edit.real), { useTrash: false });
      else await this.#putBack(edit, after, before);
      setEditState(store, edit, "undone");
    } catch (error) {
      void vscode.window.showErrorMessage(`Galley could not undo ${edit.path}: ${reasonOf(error)}`);
    }
  }

  async #putBack(edit: EditRow, now: string, before: string): Promise<void> {
    const place: Place = { path: edit.path, real: edit.real, inside: true, kind: "file", size: 0 };
    const done = await put(place, now, before, { session_id: "", message_id: edit.message_id, call_id: "" });
    if (!done.ok) throw new Error(done.why);
  }

  #tell(sessionId: string, message_id: string): void {
    this.#core.rooms.emit(sessionId, { type: "edits", message_id, edits: shownEdits(this.#core.store, message_id) });
  }
}

/** What stands there now: saving may have formatted it. */
type Put = { ok: true; text: string } | Refused;

/** Through the editor where one holds this very text; one that has not heard of the last change on disk follows by itself. */
async function put(place: Place, before: string | undefined, after: string, about: CallAbout): Promise<Put> {
  const open = openDocument(place.real);
  if (open !== undefined && (open.isDirty || open.getText() === before)) return write(open, before, after);
  const done = await diskDocuments.replace(place, before, after, about);
  return done.ok ? { ok: true, text: after } : done;
}

/** Saved when it was saved before; somebody's unsaved changes stay theirs to save. */
async function write(document: vscode.TextDocument, before: string | undefined, after: string): Promise<Put> {
  if ((await isMoved(document.uri.fsPath)) || document.getText() !== before)
    return { ok: false, why: "it changed meanwhile" };
  const wasDirty = document.isDirty;
  const edit = new vscode.WorkspaceEdit();
  const { start, end, text } = smallest(before, after);
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
  if (!(await vscode.workspace.applyEdit(edit))) return { ok: false, why: "VS Code did not take the change" };
  if (wasDirty) return { ok: true, text: document.getText() };
  await document.save();
  // It may have been saved by itself meanwhile: what counts is that nothing is left to save.
  const isLeft = openDocument(document.uri.fsPath)?.isDirty === true;
  if (isLeft) return { ok: false, why: "it was changed in the editor but could not be saved" };
  return { ok: true, text: document.getText() };
}

/** Only what differs, so that cursors and folds stay where they are. */
function smallest(before: string, after: string): { start: number; end: number; text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** The folder is a link by now, or the file is: it leads elsewhere than where it was looked at. */
async function isMoved(path: string): Promise<boolean> {
  return (await realpath(path).catch(() => dirname(path))) !== path;
}

async function currentText(real: string): Promise<string | undefined> {
  const open = openDocument(real);
  return open?.isDirty === true ? open.getText() : readFile(real, "utf8").catch(() => undefined);
}

function openDocument(real: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && uri.fsPath === real);
}
