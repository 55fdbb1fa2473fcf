// The request to an ACP agent: lowers the turn alone, because the agent's own session remembers the rest.
import type { AgentCall } from "../../acp/window/prompt-agent.ts";
import type { Context } from "../../assemble/context.ts";
import { type AcpPlaces, lowerAcp, type LoweredAcp } from "../../lower/acp.ts";
import type { Failure } from "../../message/failure.ts";
import { type Model, modelKey } from "../../message/model.ts";
import type { StreamEvent } from "../../send/event.ts";
import type { Prepared } from "../prepared.ts";

export interface AgentPort {
  places: AcpPlaces;
  /** The agent session that can continue the conversation: the one that answers in its turn now, or the last one. */
  continues: (conversation: string, model: string, answering?: string) => string | undefined;
  /** Starts the agent and learns what it accepts. Never rejects: resolves with the failure, or at once on abort. */
  start: (agent: string, signal: AbortSignal) => Promise<Failure | undefined>;
  /** Never throws: every ending is an event. */
  send: (call: AgentCall) => AsyncIterable<StreamEvent>;
}

export function prepareAgent(context: Context, model: Model, agents: AgentPort): Prepared {
  const lower = (withHistory: boolean): LoweredAcp => lowerAcp(context, model, agents.places, { told: withHistory });
  const conversation = context.session_id;
  const continues = agents.continues(conversation, modelKey(model), context.agent_session);
  const { request, warnings } = lower(continues === undefined);
  const hasHistory = context.messages.length > 1;
  return {
    request: { ...request, sessionId: continues ?? "new" },
    warnings,
    send: (signal, about, turn) =>
      agents.send({ agent: model.id, conversation, continues, hasHistory, lower, signal, about, turn }),
  };
}
