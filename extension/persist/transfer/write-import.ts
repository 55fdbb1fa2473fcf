// Writes a checked import in short steps. The conversation is hidden until it is complete, also after a kill in between.
import * as z from "zod/mini";
import type { ConversationSummary } from "../../message/conversation.ts";
import { saveBytes, storeBytes } from "../contents/blobs.ts";
import type { CheckedImport, LineKind } from "./import-lines.ts";
import { saveSystemPrompt } from "../manifests.ts";
import { Purpose, savePurpose } from "../purpose.ts";
import { createConversation, deleteConversation } from "../conversations.ts";
import type { Store } from "../database/store.ts";

/** Yield to the event loop after this long. */
const STEP_MS = 4;

/** Larger content is streamed into its file. */
const SMALL_BYTES = 256 * 1024;

/**
 * Until it is whole it is a deleted conversation, which the next purge would remove. Rejects when the disk refuses:
 * then it stays one. `pause` lets others work.
 */
export async function writeImport(
  store: Store,
  { session: given, purpose, isQueued, blobs, lines }: CheckedImport,
  now: number,
  pause: () => Promise<void>,
): Promise<ConversationSummary> {
  const session = withParent(store, given);
  store.transaction(() => {
    createConversation(store, session);
    savePurpose(store, session.id, Purpose.safeParse(purpose).data);
    deleteConversation(store, session.id, now);
  });
  try {
    for (const blob of blobs) {
      await pause();
      if (blob.bytes.length > SMALL_BYTES) await storeBytes(store, blob.bytes, blob.mime);
      else
        store.transaction(() => {
          saveBytes(store, blob);
        });
    }
    await writeLines(store, session.id, lines, pause);
    store.transaction(() => {
      if (isQueued) store.run("UPDATE chat_sessions SET queue_hold = 'hold' WHERE id = ?", session.id);
      deleteConversation(store, session.id, null);
    });
    return session;
  } catch (error) {
    try {
      // Due at the next purge.
      deleteConversation(store, session.id, 0);
    } catch {
      // Due in a month.
    }
    throw error;
  }
}

/** A parent of another store means nothing here. */
function withParent(store: Store, session: ConversationSummary): ConversationSummary {
  const parent = store.get("SELECT 1 FROM chat_sessions WHERE id = ?", session.parent_id);
  return parent === undefined ? { ...session, parent_id: null, forked_from: null } : session;
}

async function writeLines(
  store: Store,
  conversationId: string,
  bytes: Uint8Array,
  pause: () => Promise<void>,
): Promise<void> {
  const decoder = new TextDecoder();
  const write = lineWriter(store, conversationId);
  for (let at = 0; at < bytes.length;) {
    await pause();
    const started = performance.now();
    at = store.transaction(() => {
      let next = at;
      while (next < bytes.length && performance.now() - started < STEP_MS) {
        const end = bytes.indexOf(LINE_FEED, next);
        write(decoder.decode(bytes.subarray(next, end)));
        next = end + 1;
      }
      return next;
    });
  }
}

const LINE_FEED = 10;

const Message = z.object({
  id: z.string(),
  role: z.string(),
  created_at: z.int(),
  hidden_at: z.nullable(z.int()),
  metadata_json: z.string(),
});
const Ids = z.tuple([z.string(), z.string()]);

function lineWriter(store: Store, conversationId: string): (line: string) => void {
  let message = "";
  const insert = (table: "manifests" | "skill_invocations", ids: string, json: string): void => {
    const [id, messageId] = Ids.parse(JSON.parse(ids));
    const sql = `INSERT INTO ${table} (id, session_id, message_id, data_json) VALUES (?, ?, ?, ?)`;
    store.run(sql, id, conversationId, messageId, json);
  };
  const writers: Record<LineKind, (rest: string) => void> = {
    M: (rest) => {
      const row = Message.parse(JSON.parse(rest));
      message = row.id;
      store.run(
        `INSERT INTO chat_messages (id, session_id, role, created_at, hidden_at, metadata_json) VALUES (?, ?, ?, ?, ?, ?)`,
        ...[row.id, conversationId, row.role, row.created_at, row.hidden_at, row.metadata_json],
      );
    },
    P: (rest) => {
      const [index, json] = atTab(rest);
      store.run("INSERT INTO chat_parts (message_id, idx, data_json) VALUES (?, ?, ?)", message, Number(index), json);
    },
    W: (rest) => {
      const sql = "INSERT INTO chat_words (text, session_id, message_id) VALUES (?, ?, ?)";
      store.run(sql, z.string().parse(JSON.parse(rest)), conversationId, message);
    },
    A: (rest) => {
      insert("manifests", ...atTab(rest));
    },
    I: (rest) => {
      insert("skill_invocations", ...atTab(rest));
    },
    D: (rest) => {
      const [digest, text] = atTab(rest);
      saveSystemPrompt(store, digest, z.string().parse(JSON.parse(text)));
    },
  };
  return (line) => {
    writers[KindOf.parse(line[0])](line.slice(1));
  };
}

const KindOf = z.enum(["M", "P", "W", "A", "I", "D"]);

function atTab(text: string): [string, string] {
  const tab = text.indexOf("\t");
  return [text.slice(0, tab), text.slice(tab + 1)];
}
