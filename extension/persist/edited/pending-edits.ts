// A change of a file in three steps: announced with the text before, written, settled. A kill between them loses no text.
import * as z from "zod/mini";
import { diskFull } from "../../text/words.ts";
import { reasonOf } from "../../text/reason.ts";
import { contentId, isLargeContent, saveContent, storeBytes } from "../contents/blobs.ts";
import { type Change, type CountLines, type EditRow, putEdit, setEditState, textsOf } from "./edits.ts";
import { Refused, toRefused } from "../database/refusal.ts";
import type { Store } from "../database/store.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

const PendingEdit = z.object({
  id: z.string(),
  message_id: z.string(),
  path: z.string(),
  real: z.string(),
  before_id: z.nullable(z.string()),
  after_id: z.string(),
  undoes: z.int(),
  owner: z.string(),
});
type PendingEdit = z.infer<typeof PendingEdit>;

/** `isTorn`: the file, or the editor that holds it, may have been changed all the same. */
export type Wrote = Result<string, { why: string; isTorn?: true }>;

export interface Announcement {
  /** Of this change alone. */
  id: string;
  /** The process that writes. */
  owner: string;
}

/** Nothing is written when the text before cannot be kept. Rejects only with what `write` rejects with. */
export async function changeFile(
  store: Store,
  change: Change & Announcement,
  count: CountLines,
  write: () => Promise<Wrote>,
): Promise<Wrote> {
  let pending: PendingEdit;
  try {
    const before = change.before === undefined ? undefined : await keepLarge(store, change.before);
    const after = await keepLarge(store, change.after);
    pending = { ...rowOf(change), before_id: before?.id ?? null, after_id: after.id, undoes: 0 };
    announce(store, pending, before === undefined ? [after] : [before, after]);
  } catch (error) {
    return { ok: false, failure: { why: notKept(error) } };
  }
  const done = await written(write);
  await attempt(async () => {
    await settle(store, pending, change, done, count);
  });
  return done;
}

/** Puts back what an edit changed. Both texts are kept since that edit. */
export async function undoEdit(
  store: Store,
  edit: EditRow & Announcement,
  write: () => Promise<Wrote>,
): Promise<Wrote> {
  const { before_id: after_id, after_id: before_id } = edit;
  if (after_id === null) throw new Error(words.newFile);
  const pending: PendingEdit = { ...rowOf(edit), before_id, after_id, undoes: 1 };
  try {
    announce(store, pending, []);
  } catch (error) {
    return { ok: false, failure: { why: notKept(error) } };
  }
  const done = await written(write);
  await attempt(() => {
    store.transaction(() => {
      if (forget(store, pending) && done.ok) setEditState(store, pending, "undone");
    });
  });
  return done;
}

const Settled = z.object({ message_id: z.string(), session_id: z.string() });

export interface LeftPorts {
  isAlive: (owner: string) => boolean;
  count: CountLines;
  /** The digest of a file's bytes now; `undefined` without a file; any other text if it cannot be read. */
  digest: (real: string) => Promise<string | undefined>;
  /** Removes what a killed write of this id left beside a file. */
  removeLeft: (real: string, id: string) => Promise<void>;
}

/** Settles the edits that ended processes announced, by the current file contents. Returns the changed messages. */
export async function settleLeft(
  store: Store,
  { isAlive, count, digest, removeLeft }: LeftPorts,
): Promise<{ message_id: string; session_id: string }[]> {
  const left = store.all("SELECT * FROM pending_edits ORDER BY rowid").map((row) => PendingEdit.parse(row));
  const changed = new Set<string>();
  for (const pending of left.filter(({ owner }) => !isAlive(owner))) {
    await removeLeft(pending.real, pending.id);
    const now = (await digest(pending.real)) ?? null;
    const outcome = outcomeOf(pending, now);
    store.transaction(() => {
      // Another window may have been first.
      if (!forget(store, pending) || outcome === "never") return;
      if (pending.undoes === 0) putEdit(store, { ...pending, state: outcome }, count, new Map());
      else if (outcome === "open") setEditState(store, pending, "undone");
      changed.add(pending.message_id);
    });
  }
  return [...changed].map((id) =>
    Settled.parse(store.get("SELECT id AS message_id, session_id FROM chat_messages WHERE id = ?", id)),
  );
}

/** A file that holds neither text was torn, formatted or changed by another program: Galley shows it, with the text before. */
function outcomeOf({ before_id, after_id }: PendingEdit, now: string | null): "open" | "never" | "changed" {
  if (now === after_id) return "open";
  return now === before_id ? "never" : "changed";
}

function rowOf({
  id,
  owner,
  message_id,
  path,
  real,
}: Announcement & Pick<PendingEdit, "message_id" | "path" | "real">): Pick<
  PendingEdit,
  "id" | "owner" | "message_id" | "path" | "real"
> {
  return { id, owner, message_id, path, real };
}

interface Kept {
  id: string;
  /** `undefined` for a large text: it is in a file already. */
  text?: string;
}

/** Large texts are streamed: to hash and flush megabytes at once would block the host. */
async function keepLarge(store: Store, text: string): Promise<Kept> {
  const bytes = Buffer.from(text);
  if (!isLargeContent(bytes.length)) return { id: contentId(bytes), text };
  return { id: (await storeBytes(store, bytes, "text/plain")).content_id };
}

function announce(store: Store, pending: PendingEdit, texts: readonly Kept[]): void {
  const { id, message_id, path, real, before_id, after_id, undoes, owner } = pending;
  store.flushed(() => {
    saveSmall(store, texts);
    store.run(
      `INSERT INTO pending_edits (id, message_id, path, real, before_id, after_id, undoes, owner)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, message_id, path, real, before_id, after_id, undoes, owner],
    );
  });
}

function saveSmall(store: Store, texts: readonly Kept[]): void {
  for (const { id, text } of texts) if (text !== undefined) saveContent(store, id, text);
}

/** A write that throws may have changed part of the file. */
async function written(write: () => Promise<Wrote>): Promise<Wrote> {
  try {
    return await write();
  } catch (error) {
    return { ok: false, failure: { why: reasonOf(error), isTorn: true } };
  }
}

/** Saving may have formatted the text. */
async function settle(
  store: Store,
  pending: PendingEdit,
  change: Change,
  done: Wrote,
  count: CountLines,
): Promise<void> {
  const isAsMeant = !done.ok || done.value === change.after;
  const after = isAsMeant ? { id: pending.after_id } : await keepLarge(store, done.value);
  const left = { ...pending, after_id: after.id };
  store.transaction(() => {
    if (!forget(store, pending) || (!done.ok && done.failure.isTorn !== true)) return;
    saveSmall(store, [after]);
    const texts = textsOf({ before: change.before, after: done.ok ? done.value : change.after }, left);
    putEdit(store, { ...left, state: done.ok ? "open" : "changed" }, count, texts);
  });
}

/** `false` when it was settled already. */
function forget(store: Store, { id }: PendingEdit): boolean {
  return store.run("DELETE FROM pending_edits WHERE id = ?", id).changes > 0;
}

/** An edit that cannot be settled now stays announced, and the next start settles it. */
async function attempt(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // It stays announced.
  }
}

function notKept(error: unknown): string {
  const refused = toRefused(error);
  if (refused instanceof Refused && refused.why === "full") return diskFull;
  return words.notBackedUp(reasonOf(refused));
}
