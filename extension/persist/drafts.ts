// The unsent message of each conversation, parts and all.
import * as z from "zod/mini";
import { titleOf, UNTITLED } from "../message/conversation.ts";
import { readPart } from "../message/versions/version.ts";
import { readJson } from "./database/read-json.ts";
import type { Store } from "./database/store.ts";

/** `undefined` removes the draft. */
export function saveDraft(store: Store, conversationId: string, draft: unknown, at: number): void {
  if (draft === undefined) store.run("DELETE FROM drafts WHERE session_id = ?", conversationId);
  else {
    store.run(
      `INSERT INTO drafts (session_id, data_json, updated_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET data_json = excluded.data_json, updated_at = excluded.updated_at`,
      conversationId,
      JSON.stringify(draft),
      at,
    );
  }
}

/** Ends the draft that became a message. A draft that was set aside for it is the draft again. */
export function endDraft(store: Store, conversationId: string, at: number): void {
  const { data } = z.object({ aside: z.array(z.unknown()) }).safeParse(readDraft(store, conversationId));
  saveDraft(store, conversationId, data === undefined ? undefined : { parts: data.aside }, at);
}

const Row = z.object({ id: z.string(), data_json: z.string() });
const Parts = z.object({ parts: z.array(z.unknown()) });

/** Every draft of a conversation that is not deleted, with its parts as they were saved. */
export function listDrafts(store: Store): { id: string; parts: unknown[] }[] {
  return store
    .all("SELECT id, data_json FROM drafts JOIN chat_sessions ON id = session_id WHERE deleted_at IS NULL")
    .map((row) => Row.parse(row))
    .flatMap(({ id, data_json }) => {
      const { data } = Parts.safeParse(readJson(data_json));
      return data === undefined ? [] : [{ id, parts: data.parts }];
    });
}

/** The title of a conversation until its draft is sent. */
export function draftTitle(store: Store, conversationId: string): string | undefined {
  const { data } = Parts.safeParse(readDraft(store, conversationId));
  const title = data && titleOf(data.parts.map((part) => readPart(part)));
  return title === UNTITLED ? undefined : title;
}

/** As it was saved; the reader parses it. */
export function readDraft(store: Store, conversationId: string): unknown {
  const row = store.get("SELECT data_json FROM drafts WHERE session_id = ?", conversationId);
  return row === undefined ? undefined : readJson(z.object({ data_json: z.string() }).parse(row).data_json);
}
