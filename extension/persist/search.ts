// Search over titles, the words of messages and those of drafts.
import * as z from "zod/mini";
import { listDrafts } from "./drafts.ts";
import type { Store } from "./database/store.ts";

/** Trigrams need three characters: Galley searches row by row for shorter text. */
const SHORTEST = 3;

/** Text, or what stands behind a command. */
const Spoken = z.union([
  z.object({ text: z.string() }),
  z.object({ id: z.string(), args: z.object({ raw: z.string() }) }),
]);

/** The words of a message. */
export function spokenIn(parts: readonly unknown[]): string[] {
  return parts.flatMap((part) => {
    const { success, data } = Spoken.safeParse(part);
    if (!success) return [];
    return "text" in data ? [data.text] : [data.id, data.args.raw];
  });
}

/** Adds the words of a new message to the index. */
export function indexWords(store: Store, conversationId: string, messageId: string, parts: readonly unknown[]): void {
  const spoken = spokenIn(parts);
  if (spoken.length === 0) return;
  store.run(
    "INSERT INTO chat_words (text, session_id, message_id) VALUES (?, ?, ?)",
    spoken.join(" "),
    conversationId,
    messageId,
  );
}

/** Call it before a message is removed or its words change. Reads every row of the index, so it is too slow for each message. */
export function forgetWords(store: Store, messageId: string): void {
  store.run("DELETE FROM chat_words WHERE message_id = ?", messageId);
}

/** The ids of conversations whose title, visible messages or unsent draft contain the words, verbatim and in any case. */
export function searchConversations(store: Store, words: string): Set<string> {
  const query = words.replaceAll("\0", "").trim();
  const inTitles = store
    .all("SELECT id, title FROM chat_sessions WHERE deleted_at IS NULL")
    .map((row) => z.object({ id: z.string(), title: z.string() }).parse(row))
    .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()));
  const inMessages = query === "" ? [] : searchWords(store, query);
  const inDrafts = listDrafts(store).filter(({ parts }) =>
    spokenIn(parts).join(" ").toLowerCase().includes(query.toLowerCase()),
  );
  return new Set([...inTitles, ...inMessages, ...inDrafts].map((row) => z.object({ id: z.string() }).parse(row).id));
}

function searchWords(store: Store, query: string): unknown[] {
  const isShort = Array.from(query).length < SHORTEST;
  const contains = isShort ? "text LIKE ? ESCAPE '\\'" : "chat_words MATCH ?";
  return store.all(
    `SELECT DISTINCT chat_words.session_id AS id FROM chat_words JOIN chat_messages ON chat_messages.id = message_id
       JOIN chat_sessions ON chat_sessions.id = chat_messages.session_id
     WHERE ${contains} AND hidden_at IS NULL AND deleted_at IS NULL`,
    isShort ? `%${query.replace(/[\\%_]/g, "\\$&")}%` : `"${query.replaceAll('"', '""')}"`,
  );
}
