// A request in the shape of its wire, ready to be sent.
import type { AgentTurn } from "../acp/services/agent-turn.ts";
import type { Warning } from "../lower/lowered.ts";
import type { StreamEvent } from "../send/event.ts";

export interface Prepared {
  request: unknown;
  warnings: Warning[];
  /** `about` names the message that is answered, for the journal; `turn` judges what an agent asks for while it answers. */
  send: (signal: AbortSignal, about?: string, turn?: AgentTurn) => AsyncIterable<StreamEvent>;
}
