// A request in the shape of its wire, ready to be sent.
import type { AgentTurn } from "../acp/services/agent-turn.ts";
import type { Warning } from "../lower/lowered.ts";
import type { StreamEvent } from "../send/event.ts";

export interface Prepared {
  request: unknown;
  warnings: Warning[];
  /** `about` is the id of the answered message, for the journal. `turn` decides what an agent may do while it answers. */
  send: (signal: AbortSignal, about?: string, turn?: AgentTurn) => AsyncIterable<StreamEvent>;
}
