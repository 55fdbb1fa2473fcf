// Which session of an ACP agent remembers a conversation exactly as it stands: the one that gave its last answer.
import * as z from "zod/mini";
import { AssistantMetadata } from "../message/message.ts";
import { readJson } from "./messages.ts";
import type { Store } from "./store.ts";

const Row = z.object({ hidden_at: z.nullable(z.int()), metadata_json: z.string() });

/**
 * Nothing when somebody else answered last, when the last answer was rewound (the agent still remembers it), or when
 * it was given in the conversation this one was branched from (which goes on there).
 */
export function agentSessionOf(store: Store, sessionId: string, model: string): string | undefined {
  const row = store.get(
    `SELECT hidden_at, metadata_json FROM chat_messages
     WHERE session_id = ? AND role = 'assistant' AND json_extract(metadata_json, '$.finish') IS NOT NULL
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
