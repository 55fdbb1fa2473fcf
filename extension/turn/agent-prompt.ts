// Rooms 5 and 6 for an ACP agent: sends the turn as a prompt to the session that remembers the rest.
import type { Agent, Opened } from "../acp/agent.ts";
import type { Result } from "../acp/process/in-time.ts";
import type { AgentServices } from "../acp/services/services.ts";
import type { Context } from "../assemble/context.ts";
import { type AcpPlaces, lowerAcp, type LoweredAcp } from "../lower/acp.ts";
import type { Failure, FailureAction } from "../message/failure.ts";
import { type Model, modelKey } from "../message/model.ts";
import { reasonOf } from "../text/reason.ts";
import { unlessStopped } from "../stream/stopped.ts";
import type { StreamEvent } from "../send/event.ts";
import type { Prepared } from "./prepared.ts";
import type { Talk } from "./prepared.ts";

export interface AgentCall {
  /** The second half of `acp/ID`. */
  agent: string;
  conversation: string;
  /** The session that remembers the conversation as it stands. */
  continues: string | undefined;
  hasHistory: boolean;
  lower: (told: boolean) => LoweredAcp;
  signal: AbortSignal;
  about: string | undefined;
  talk: Talk | undefined;
}

export interface AgentPort {
  places: AcpPlaces;
  /** Where the agent can take the conversation up. */
  continues: (conversation: string, model: string) => string | undefined;
  /** Starts the agent and learns what it accepts. Never rejects: resolves with the failure, or at once on abort. */
  start: (agent: string, signal: AbortSignal) => Promise<Failure | undefined>;
  /** Never throws: every ending is an event. */
  send: (call: AgentCall) => AsyncIterable<StreamEvent>;
}

export function prepareAgent(context: Context, model: Model, agents: AgentPort): Prepared {
  const lower = (told: boolean): LoweredAcp => lowerAcp(context, model, agents.places, { told });
  const conversation = context.session_id;
  const continues = agents.continues(conversation, modelKey(model));
  const { request, warnings } = lower(continues === undefined);
  const hasHistory = context.messages.length > 1;
  return {
    request: { ...request, sessionId: continues ?? "new" },
    warnings,
    send: (signal, about, talk) =>
      agents.send({ agent: model.id, conversation, continues, hasHistory, lower, signal, about, talk }),
  };
}

export interface OpenedAsSet extends Opened {
  /** What the user should know of it, in sentences. */
  notes: string[];
  /** What can be done about them. */
  action?: FailureAction;
}

export interface PromptPorts {
  /** As it was set in this conversation. */
  open: (session: string | undefined) => Promise<Result<OpenedAsSet>>;
  services: AgentServices;
  /** Attachments are put where the prompt says they are. One that cannot be is told of: the turn still goes. */
  keep: (kept: LoweredAcp["kept"]) => Promise<void>;
  /** A session that waits for its first message. */
  fresh: string | undefined;
  /** The prompt that goes answers this message, for the journal. */
  begun: (agentSession: string) => void;
}

export async function* promptAgent(
  agent: Agent,
  { conversation, continues, hasHistory, lower, signal }: AgentCall,
  { open, services, keep, begun, fresh }: PromptPorts,
): AsyncGenerator<StreamEvent> {
  const opened = await unlessStopped(open(continues ?? fresh), signal);
  if (opened === undefined) {
    yield { type: "end", finish: "stopped" };
    return;
  }
  if (!opened.ok) {
    yield { type: "failed", failure: opened.failure };
    return;
  }
  const { id, action } = opened.value;
  const continued = opened.value.continued && id !== fresh;
  yield { type: "agent-session", id, conversation };
  const told = `${agent.name} started a new agent session and received the earlier messages as text.`;
  const notes = [...opened.value.notes, ...(!continued && hasHistory ? [told] : [])];
  const { request, kept } = lower(!continued);
  for (const one of kept) {
    try {
      await keep([one]);
    } catch (error) {
      notes.push(
        `Could not share ${one.file.name} with ${agent.name}: ${reasonOf(error)}. Attach it again, or paste its content.`,
      );
    }
  }
  if (notes.length > 0) yield { type: "notice", message: notes.join(" "), ...(action && { action }) };
  begun(id);
  yield* agent.prompt({ ...request, sessionId: id }, services, signal);
}
