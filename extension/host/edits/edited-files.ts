// Changes files for tools, through the editor, and keeps the text before, so that the user can review, keep and undo the edits.
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { afterOf, beforeOf, type EditRow, readEdits, saveEdit, setEditState } from "../../persist/edited/edits.ts";
import { changeFile, settleLeft, undoEdit, type Wrote } from "../../persist/edited/pending-edits.ts";
import { newBesideId, removeLeftBeside } from "../../disk/write/beside.ts";
import { digestOf } from "../../disk/digest.ts";
import type { Spot } from "../../disk/places/same-file.ts";
import { samePath } from "../../disk/places/same-path.ts";
import { diskDocuments, replaceText } from "../../disk/tool-documents.ts";
import type { Documents, DocumentText, Place } from "../../tools/ports.ts";
import type { CallAbout } from "../../tools/tool.ts";
import type { ToHost } from "../../protocol/to-host.ts";
import { shownEdits } from "../../turn/shown.ts";
import { countLines } from "../../tools/count-lines.ts";
import { documentsAt, isAt } from "../files/open-documents.ts";
import { isProcessAlive, processName } from "../files/owner.ts";
import { spotAt } from "../files/disk-folders.ts";
import { uriOf } from "../files/workspace.ts";
import type { EditsNeeds } from "./needs.ts";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";
import { type OpenDocument, type TextChange, writeOpen } from "./write-open.ts";

type EditsAction = Extract<ToHost, { type: "edits" }>;

/** The file as it was before an answer changed it: `galley-before:/path?message`. */
const BEFORE = "galley-before";

type Needs = Pick<EditsNeeds, "store" | "log" | "tell">;

export class EditedFiles implements Documents, vscode.Disposable {
  readonly #needs: Needs;
  readonly #before: vscode.Disposable;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#before = vscode.workspace.registerTextDocumentContentProvider(BEFORE, {
      provideTextDocumentContent: ({ query, fsPath }) => {
        const edit = readEdits(needs.store, query).find(({ real }) => samePath(fsPath, real));
        return (edit && beforeOf(needs.store, edit)) ?? "";
      },
    });
  }

  async text(place: Place): Promise<Result<DocumentText, string>> {
    const [open] = await documentsAt(place.real);
    if (open?.isDirty !== true) return diskDocuments.text(place);
    return {
      ok: true,
      value: { text: open.getText(), unsaved: true, eol: open.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n" },
    };
  }

  async replace(
    place: Place,
    before: string | undefined,
    after: string,
    about: CallAbout,
  ): Promise<Result<undefined, string>> {
    const { path, full, real } = place;
    const id = newBesideId();
    const change = { message_id: about.message_id, path, real, before, after, id, owner: processName };
    const done = await changeFile(this.#needs.store, change, countLines, () =>
      put({ full, real }, { kind: "edit", before, after }, id),
    );
    if (done.ok || done.failure.isTorn === true) this.#tell(about.session_id, about.message_id);
    return done.ok ? { ok: true, value: undefined } : { ok: false, failure: done.failure.why };
  }

  /** Compares the edits that a killed window announced with the files, and settles them. Never rejects. */
  async settle(): Promise<void> {
    const { store, log } = this.#needs;
    if (store.readOnly) return;
    const ports = {
      isAlive: isProcessAlive,
      count: countLines,
      digest: async (real: string) => digestOf(await spotAt(real)),
      removeLeft: async (real: string, id: string) => removeLeftBeside(await spotAt(real), id),
    };
    try {
      for (const { session_id, message_id } of await settleLeft(store, ports)) this.#tell(session_id, message_id);
    } catch (error) {
      log.warn(`Could not check interrupted edits: ${reasonOf(error)}`);
    }
  }

  /** Records an edit of a file that has been changed already. */
  record({ path, real }: Place, before: string | undefined, after: string, about: CallAbout): void {
    saveEdit(this.#needs.store, { ...about, path, real, before, after }, countLines);
    this.#tell(about.session_id, about.message_id);
  }

  /** For all edits of an answer, or for those of one file. */
  async act({ action, session_id, message_id, path }: EditsAction): Promise<void> {
    const edits = readEdits(this.#needs.store, message_id).filter((edit) => path === undefined || edit.path === path);
    for (const edit of edits) {
      if (action === "review") await this.#review(edit);
      else if (edit.state === "undone") continue;
      else if (action === "keep") setEditState(this.#needs.store, edit, "kept");
      else await this.#undo(edit);
    }
    this.#tell(session_id, message_id);
  }

  dispose(): void {
    this.#before.dispose();
  }

  /** Opens VS Code's comparison, in which the user can take back each block and change the file. */
  async #review(edit: EditRow): Promise<void> {
    const file = await shownUri(edit);
    const before = vscode.Uri.file(edit.real).with({ scheme: BEFORE, query: edit.message_id });
    await vscode.commands.executeCommand("vscode.diff", before, file, words.comparison(edit.path), { preview: false });
  }

  /** If the file has changed since, shows the diff instead, so that later changes are not lost. */
  async #undo(edit: EditRow): Promise<void> {
    const { store } = this.#needs;
    const before = beforeOf(store, edit);
    const after = afterOf(store, edit);
    const now = await currentText(edit.real);
    const isKnown = edit.before_id === null || before !== undefined;
    if (isKnown && now === before && now !== after) {
      setEditState(store, edit, "undone");
      return;
    }
    if (after === undefined || now !== after || !isKnown) {
      setEditState(store, edit, "changed");
      await this.#review(edit);
      return;
    }
    try {
      if (before !== undefined) await this.#putBack(edit, after, before);
      else {
        await vscode.workspace.fs.delete(vscode.Uri.file((await spotAt(edit.real)).full), { useTrash: false });
        setEditState(store, edit, "undone");
      }
    } catch (error) {
      this.#reportNotUndone(edit, error);
    }
  }

  /** Does not wait for the user: the other files of the answer are undone meanwhile. */
  #reportNotUndone(edit: EditRow, error: unknown): void {
    void vscode.window
      .showErrorMessage(words.notUndone(edit.path, reasonOf(error)), words.reviewEdits)
      .then((choice) => (choice === words.reviewEdits ? this.#review(edit) : undefined));
  }

  async #putBack(edit: EditRow, now: string, before: string): Promise<void> {
    const id = newBesideId();
    const undoing = { ...edit, id, owner: processName };
    const spot = await spotAt(edit.real);
    const done = await undoEdit(this.#needs.store, undoing, () =>
      put(spot, { kind: "undo", before: now, after: before }, id),
    );
    if (!done.ok) throw new Error(done.failure.why);
  }

  #tell(session_id: string, message_id: string): void {
    const edits = shownEdits(this.#needs.store, message_id);
    this.#needs.tell({ type: "edits", session_id, message_id, edits });
  }
}

/** Writes through an editor that is dirty or holds `before`, else to disk; VS Code reloads a clean editor that lags. */
async function put(spot: Spot, change: TextChange, id: string): Promise<Wrote> {
  const { before, after } = change;
  const open = await documentsAt(spot.real);
  const [unsaved, another] = open.filter(({ isDirty }) => isDirty);
  if (another !== undefined) return { ok: false, failure: { why: words.openTwice } };
  const held = unsaved ?? open.find((document) => document.getText() === before);
  if (held !== undefined) return writeOpen(toOpen(held, spot.real), change);
  const done = await replaceText(spot, before, after, { id, inPlace: "allowed" });
  return done.ok ? { ok: true, value: after } : done;
}

function toOpen(document: vscode.TextDocument, real: string): OpenDocument {
  return {
    isSameFile: () => isAt(document.uri, real),
    isDirty: () => document.isDirty,
    text: () => document.getText(),
    async replace(start, end, text) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
      return vscode.workspace.applyEdit(edit);
    },
    save: () => save(document),
  };
}

/** How long to wait for an automatic save of VS Code. */
const OWN_SAVE_MS = 10_000;

/** VS Code ignores a save while its automatic save of the same file runs: Galley waits for that one. */
async function save(document: vscode.TextDocument): Promise<boolean> {
  if ((await document.save()) || !isUnsaved(document)) return true;
  await nextSave(document);
  return !isUnsaved(document) || (await document.save()) || !isUnsaved(document);
}

function isUnsaved({ uri }: vscode.TextDocument): boolean {
  return vscode.workspace.textDocuments.some((open) => open.isDirty && open.uri.toString() === uri.toString());
}

function nextSave({ uri }: vscode.TextDocument): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      saved.dispose();
      resolve();
    };
    const timer = setTimeout(end, OWN_SAVE_MS);
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.toString() === uri.toString()) end();
    });
  });
}

async function currentText(real: string): Promise<string | undefined> {
  const { full } = await spotAt(real);
  const [open] = await documentsAt(real);
  // A file that no longer exists has no text.
  return open?.isDirty === true ? open.getText() : readFile(full, "utf8").catch(() => undefined);
}

/** The document that is open, or the one that the workspace would open: a second document of one file would be a second text. */
async function shownUri({ path, real }: EditRow): Promise<vscode.Uri> {
  const { full } = await spotAt(real);
  const [open] = await documentsAt(real);
  if (open !== undefined) return open.uri;
  const named = uriOf(path);
  return named?.scheme === "file" && (await isAt(named, real)) ? named : vscode.Uri.file(full);
}
