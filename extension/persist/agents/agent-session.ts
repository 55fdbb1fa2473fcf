// The agent session that remembers a conversation as it is now: the one that gave its last answer.
import * as z from "zod/mini";
import { AssistantMetadata } from "../../message/message.ts";
import { readJson } from "../database/read-json.ts";
import type { Store } from "../database/store.ts";

const Row = z.object({ hidden_at: z.nullable(z.int()), metadata_json: z.string() });

/**
 * `undefined` if another model answered last, if the last answer was rewound (the agent still remembers it), if it was
 * given in the conversation this one was branched from (which continues the session itself), or if its row is corrupt.
 * Ignores an answer without parts and without a session: its question reached no agent, and is sent with the next.
 */
export function agentSessionOf(store: Store, sessionId: string, model: string): string | undefined {
  const row = store.get(
    `SELECT hidden_at, metadata_json FROM chat_messages
     WHERE session_id = ? AND role = 'assistant' AND iif(json_valid(metadata_json), json_extract(metadata_json, '$.finish') IS NOT NULL
       AND (json_extract(metadata_json, '$.agent_session') IS NOT NULL OR EXISTS (SELECT 1 FROM chat_parts WHERE message_id = chat_messages.id)), TRUE)
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    sessionId,
  );
  if (row === undefined) return undefined;
  const { hidden_at, metadata_json } = Row.parse(row);
  const metadata = AssistantMetadata.safeParse(readJson(metadata_json));
  if (hidden_at !== null || !metadata.success || metadata.data.model !== model) return undefined;
  const { agent_session } = metadata.data;
  return agent_session?.conversation === sessionId ? agent_session.id : undefined;
}

/** By any model, also if the answer was rewound. An answer of `model` counts only if it reached the agent's session. */
export function wasAnswered(store: Store, sessionId: string, model: string): boolean {
  const row = store.get(
    `SELECT 1 FROM chat_messages
     WHERE session_id = ? AND role = 'assistant' AND iif(json_valid(metadata_json),
       json_extract(metadata_json, '$.finish') IS NOT NULL
         AND (json_extract(metadata_json, '$.model') IS NOT ? OR json_extract(metadata_json, '$.agent_session') IS NOT NULL),
       TRUE) LIMIT 1`,
    sessionId,
    model,
  );
  return row !== undefined;
}

/** The conversation that goes on in a session of an agent, if one is stored here. */
export function conversationOf(store: Store, model: string, agentSession: string): string | undefined {
  const rows = store.all(
    `SELECT DISTINCT session_id FROM chat_messages JOIN chat_sessions ON chat_sessions.id = session_id
     WHERE role = 'assistant' AND deleted_at IS NULL
       AND iif(json_valid(metadata_json), json_extract(metadata_json, '$.agent_session.id') = ?, FALSE)`,
    agentSession,
  );
  const ids = rows.map((row) => z.object({ session_id: z.string() }).parse(row).session_id);
  return ids.find((id) => agentSessionOf(store, id, model) === agentSession);
}
