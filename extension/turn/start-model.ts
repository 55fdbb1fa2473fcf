// Starts the servers or the agent of a turn before its first request; never for a preview or when a conversation opens.
import type { Failure } from "../message/failure.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { Emit } from "./events.ts";
import type { CommandModelPorts } from "./request/command/command-model.ts";
import { turnModel } from "./request/turn-model.ts";
import type { StartedTurn } from "./sources.ts";
import type { WirePorts } from "./wire.ts";

export interface StartPorts extends Pick<WirePorts, "agents">, CommandModelPorts {
  emit: Emit;
  /** Starts the MCP servers with the first turn, and waits for them for a while. An ACP agent starts its own. */
  start: (signal: AbortSignal) => Promise<unknown>;
}

/** The model of a turn: the one that its command names or its skill prefers, or the conversation's. */
export interface StartedModel {
  model: Model;
  /** Why nothing can be sent. */
  unable: Failure | undefined;
}

/** Starts what the model of a turn needs. Says so if the command or the skill names a model that cannot answer. */
export async function startTurn(
  ports: StartPorts,
  conversationId: string,
  { message, answer }: StartedTurn,
  signal: AbortSignal,
): Promise<StartedModel> {
  const named = await turnModel(ports, conversationId, message);
  // A turn that waited for the user when its process ended starts nothing until the user replies.
  const isResumed = answer !== undefined;
  if (named?.isMissing === true && !isResumed)
    ports.emit({ type: "notice", session_id: conversationId, notice: { message: named.words } });
  const { model } = named ?? {};
  const start = (): Promise<Failure | undefined> =>
    model === undefined ? startModel(ports, conversationId, signal) : startFor(ports, model, signal);
  const unable = isResumed ? undefined : await start();
  return { model: model ?? ports.model(conversationId), unable };
}

/** Starts what the model needs. If the user selects another model meanwhile, starts what that one needs, too. */
async function startModel(
  ports: StartPorts,
  conversationId: string,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  for (;;) {
    const model = ports.model(conversationId);
    const unable = await startFor(ports, model, signal);
    if (signal.aborted || modelKey(ports.model(conversationId)) === modelKey(model)) return unable;
  }
}

/** Resolves with the reason if the agent could not start. The agent says what it accepts before a request is built. */
export async function startFor(
  ports: Pick<StartPorts, "agents" | "start">,
  { keeps_session, id }: Model,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (keeps_session === true) return ports.agents.start(id, signal);
  await ports.start(signal);
  return undefined;
}
