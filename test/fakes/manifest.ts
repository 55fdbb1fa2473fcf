// The account of a small request.
import type { Manifest } from "../../extension/message/manifest.ts";

export function manifestOf(id: string, conversationId: string, messageId: string): Manifest {
  return {
    id,
    session_id: conversationId,
    message_id: messageId,
    at: 1,
    model: "loopback/loopback",
    layers: [],
    history: { messages: 0, tokens: 0, tool_rounds: 0 },
    pinned: [],
    task: [],
    elided: [],
    dropped: [],
    estimate: 0,
    limit: 1,
    reserve: 1,
    actual: null,
    prefix: { same_bytes: 0, total_bytes: 0, diverges_at: null },
  };
}
