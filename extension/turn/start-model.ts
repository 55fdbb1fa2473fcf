// Starts the servers or the agent of a turn before its first request; never for a preview or when a conversation opens.
import type { Failure } from "../message/failure.ts";
import { type Model, modelKey } from "../message/model.ts";
import type { WirePorts } from "./wire.ts";

export interface StartPorts extends Pick<WirePorts, "agents"> {
  model: (conversationId: string) => Model;
  /** Starts the MCP servers with the first turn, and waits for them for a while. An ACP agent starts its own. */
  start: (signal: AbortSignal) => Promise<unknown>;
}

/** Starts what the model needs. If the user selects another model meanwhile, starts what that one needs, too. */
export async function startModel(
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
  ports: Omit<StartPorts, "model">,
  { keeps_session, id }: Model,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (keeps_session === true) return ports.agents.start(id, signal);
  await ports.start(signal);
  return undefined;
}
