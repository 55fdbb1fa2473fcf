// Changes the text of an open document, for an edit of a tool or for its undo.
import type { Wrote } from "../../persist/edited/pending-edits.ts";
import * as words from "./words.ts";

export interface OpenDocument {
  /** `false` if the document no longer shows the file: a link in its path may point to another file by now. */
  isSameFile: () => Promise<boolean>;
  isDirty: () => boolean;
  text: () => string;
  /** `false` if VS Code rejects the change. */
  replace: (start: number, end: number, text: string) => Promise<boolean>;
  /** `false` if the document still has unsaved changes. */
  save: () => Promise<boolean>;
}

export interface TextChange {
  kind: "edit" | "undo";
  before: string | undefined;
  after: string;
}

/** Saves the document if it had no unsaved changes; otherwise the user saves it. */
export async function writeOpen(open: OpenDocument, { kind, before, after }: TextChange): Promise<Wrote> {
  if (!(await open.isSameFile()) || open.text() !== before)
    return { ok: false, failure: { why: words.changedBefore[kind] } };
  const wasDirty = open.isDirty();
  const { start, end, text } = smallest(before, after);
  if (!(await open.replace(start, end, text))) return { ok: false, failure: { why: words.changeRejected } };
  if (!wasDirty && !(await open.save())) return { ok: false, failure: { why: words.onlyInEditor[kind], isTorn: true } };
  return { ok: true, value: open.text() };
}

/** Only the part that differs, so that cursors and folds stay where they are. */
function smallest(before: string, after: string): { start: number; end: number; text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}
