// Search over titles and the words of messages.
import * as z from "zod/mini";
import type { Store } from "./store.ts";

/** Trigrams need three characters; anything shorter is looked for in titles only. */
const SHORTEST = 3;

/** What a message says, for the index; replaces what was indexed of it before. */
export function indexWords(store: Store, sessionId: string, messageId: string, parts: readonly unknown[]): void {
  const spoken = parts.flatMap((part) => {
    const { success, data } = z.object({ text: z.string() }).safeParse(part);
    return success ? [data.text] : [];
  });
  store.run("DELETE FROM chat_words WHERE message_id = ?", messageId);
  if (spoken.length === 0) return;
  store.run(
    "INSERT INTO chat_words (text, session_id, message_id) VALUES (?, ?, ?)",
    spoken.join(" "),
    sessionId,
    messageId,
  );
}

/** The ids of sessions whose title or visible messages contain the words, verbatim and in any case. */
export function searchSessions(store: Store, words: string): Set<string> {
  const query = words.trim();
  const ids = store.all(
    "SELECT id FROM chat_sessions WHERE title LIKE ? ESCAPE '\\' COLLATE NOCASE",
    `%${query.replace(/[\\%_]/g, "\\$&")}%`,
  );
  if (query.length >= SHORTEST) {
    const found = store.all(
      `SELECT DISTINCT chat_words.session_id AS id FROM chat_words JOIN chat_messages ON chat_messages.id = message_id
       WHERE chat_words MATCH ? AND hidden_at IS NULL`,
      `"${query.replaceAll('"', '""')}"`,
    );
    ids.push(...found);
  }
  return new Set(ids.map((row) => z.object({ id: z.string() }).parse(row).id));
}
