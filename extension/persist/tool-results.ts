// The results of one tool in a conversation, in order.
import * as z from "zod/mini";
import type { Store } from "./database/store.ts";

const Row = z.object({ output: z.string() });

const field = (row: string, name: string): string => `json_extract(${row}.data_json, '$.${name}')`;

/** Omits failures, rewound messages and corrupt rows. */
export function readToolResults(store: Store, conversationId: string, tool: string): string[] {
  const rows = store.all(
    `SELECT ${field("result", "output")} AS output
     FROM chat_messages AS message
       JOIN chat_parts AS call ON call.message_id = message.id
       JOIN chat_parts AS result ON result.message_id = message.id AND result.idx > call.idx
     WHERE session_id = ?1 AND role = 'assistant' AND hidden_at IS NULL AND instr(call.data_json, ?2)
       AND iif(json_valid(call.data_json),
         ${field("call", "type")} = 'tool-call' AND ${field("call", "name")} = ?2, FALSE)
       AND iif(json_valid(result.data_json),
         ${field("result", "type")} = 'tool-result' AND ${field("result", "id")} = ${field("call", "id")}
           AND ${field("result", "is_error")} IS NOT 1, FALSE)
     ORDER BY created_at, message.id, result.idx`,
    conversationId,
    tool,
  );
  return rows.flatMap((row) => Row.safeParse(row).data?.output ?? []);
}
