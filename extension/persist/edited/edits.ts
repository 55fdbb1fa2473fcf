// The edits of tools: each file of an answer before and after, until the user keeps or undoes it.
import * as z from "zod/mini";
import { contentId, loadContent, saveContent } from "../contents/blobs.ts";
import type { Store } from "../database/store.ts";

const EditRow = z.object({
  message_id: z.string(),
  /** As messages write it. */
  path: z.string(),
  /** Absolute, links resolved. */
  real: z.string(),
  before_id: z.nullable(z.string()),
  after_id: z.string(),
  added: z.int(),
  removed: z.int(),
  state: z.enum(["open", "kept", "undone", "changed"]),
});
export type EditRow = z.infer<typeof EditRow>;

export interface Change {
  message_id: string;
  path: string;
  real: string;
  /** Nothing when there was no file. */
  before: string | undefined;
  after: string;
}

/** The text before the first change of an answer is kept for undo; later changes only replace the text after. */
export function saveEdit(store: Store, change: Change, count: CountLines): void {
  store.transaction(() => {
    const before_id = change.before === undefined ? null : contentId(change.before);
    const after_id = contentId(change.after);
    if (change.before !== undefined && before_id !== null) saveContent(store, before_id, change.before);
    saveContent(store, after_id, change.after);
    putEdit(store, { ...change, before_id, after_id, state: "open" }, count, textsOf(change, { before_id, after_id }));
  });
}

export type CountLines = (before: string, after: string) => { added: number; removed: number };

/** Within a transaction, of contents that are stored already; those in `texts` are not read again. */
export function putEdit(
  store: Store,
  edit: Omit<EditRow, "added" | "removed">,
  count: CountLines,
  texts: ReadonlyMap<string, string>,
): void {
  const known = readEdit(store, edit.message_id, edit.path);
  const isOpen = known !== undefined && known.state !== "undone";
  const { before_id } = isOpen ? known : edit;
  const textOf = (id: string): string => texts.get(id) ?? loadContent(store, id) ?? "";
  const { added, removed } = count(before_id === null ? "" : textOf(before_id), textOf(edit.after_id));
  store.run(
    `INSERT INTO edits (message_id, path, real, before_id, after_id, added, removed, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
       real = excluded.real, before_id = excluded.before_id, after_id = excluded.after_id,
       added = excluded.added, removed = excluded.removed, state = excluded.state`,
    edit.message_id,
    edit.path,
    edit.real,
    before_id,
    edit.after_id,
    added,
    removed,
    edit.state,
  );
}

export function textsOf(
  { before = "", after }: Pick<Change, "before" | "after">,
  { before_id, after_id }: Pick<EditRow, "before_id" | "after_id">,
): Map<string, string> {
  return new Map([...(before_id === null ? [] : [[before_id, before] as const]), [after_id, after]]);
}

/** In the order of their paths. */
export function readEdits(store: Store, messageId: string): EditRow[] {
  return store
    .all("SELECT * FROM edits WHERE message_id = ? ORDER BY path", messageId)
    .map((row) => EditRow.parse(row));
}

/** The last answer of a conversation with changes that are neither kept nor undone. */
export function lastEdited(store: Store, conversationId: string): string | undefined {
  const row = store.get(
    `SELECT message_id FROM edits JOIN chat_messages ON chat_messages.id = message_id
     WHERE session_id = ? AND hidden_at IS NULL AND state IN ('open', 'changed')
     ORDER BY created_at DESC, message_id DESC LIMIT 1`,
    conversationId,
  );
  return z.optional(z.object({ message_id: z.string() })).parse(row)?.message_id;
}

function readEdit(store: Store, messageId: string, path: string): EditRow | undefined {
  return readEdits(store, messageId).find((edit) => edit.path === path);
}

export function setEditState(
  store: Store,
  { message_id, path }: Pick<EditRow, "message_id" | "path">,
  state: EditRow["state"],
): void {
  store.run("UPDATE edits SET state = ? WHERE message_id = ? AND path = ?", state, message_id, path);
}

/** Nothing when there was no file. */
export function beforeOf(store: Store, { before_id }: EditRow): string | undefined {
  return before_id === null ? undefined : loadContent(store, before_id);
}

export function afterOf(store: Store, { after_id }: EditRow): string | undefined {
  return loadContent(store, after_id);
}
