// Sends a turn to an agent: as a prompt, to the agent session that remembers the rest of the conversation.
import type { Agent, Opened } from "../agent.ts";
import type { Result } from "../../message/result.ts";
import type { AgentServices } from "../services/services.ts";
import type { LoweredAcp } from "../../lower/acp.ts";
import type { FailureAction } from "../../message/failure.ts";
import { reasonOf } from "../../text/reason.ts";
import { unlessStopped } from "../../stream/stopped.ts";
import type { StreamEvent } from "../../send/event.ts";
import type { AgentTurn } from "../services/agent-turn.ts";
import * as words from "../words.ts";

export interface AgentCall {
  /** The second half of `acp/ID`. */
  agent: string;
  conversation: string;
  /** The agent session that remembers the conversation as it stands. */
  continues: string | undefined;
  hasHistory: boolean;
  /** Makes the prompt. `withHistory`: it contains the earlier messages as text. */
  lower: (withHistory: boolean) => LoweredAcp;
  signal: AbortSignal;
  /** The message that is answered, for the journal. */
  about: string | undefined;
  /** `undefined` for a request that no turn waits for: the agent is allowed nothing. */
  turn: AgentTurn | undefined;
}

export interface OpenedAsSet extends Opened {
  /** Sentences for the user. */
  notes: string[];
  /** What the user can do about them. */
  action?: FailureAction;
}

export interface PromptPorts {
  /** Opens an agent session with the modes and options selected in this conversation. */
  open: (session: string | undefined) => Promise<Result<OpenedAsSet>>;
  services: AgentServices;
  /** Puts attachments where the prompt says they are. If it rejects, the user is told and the prompt still goes. */
  keep: (kept: LoweredAcp["kept"]) => Promise<void>;
  /** An agent session that has had no prompt yet. */
  fresh: string | undefined;
  /** Called just before the prompt is sent. */
  prompting: (agentSession: string) => void;
}

export async function* promptAgent(
  agent: Agent,
  { conversation, continues, hasHistory, lower, signal }: AgentCall,
  { open, services, keep, prompting, fresh }: PromptPorts,
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
  const notes = [...opened.value.notes, ...(!continued && hasHistory ? [words.historyAsText(agent.name)] : [])];
  const { request, kept } = lower(!continued);
  for (const one of kept) {
    try {
      await keep([one]);
    } catch (error) {
      notes.push(words.attachmentNotShared(one.file.name, agent.name, reasonOf(error)));
    }
  }
  if (notes.length > 0) yield { type: "notice", notice: { message: notes.join(" "), ...(action && { action }) } };
  prompting(id);
  yield* agent.prompt({ ...request, sessionId: id }, services, signal);
}
