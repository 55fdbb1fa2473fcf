// An agent that speaks ACP, as a model: what it takes is decided block by block when a prompt is made, never before.
import { ACP } from "./acp.ts";
import type { Model } from "./model.ts";

/** Everything reaches the lowering with its bytes, and what the agent says of itself decides there. */
const EVERYTHING = ["image/*", "audio/*", "video/*", "application/*"];

export function agentModel(model: Model): Model {
  return { ...model, accepts: EVERYTHING, tools: false, keeps_session: true };
}

/** For what is stored: it names a model, and says nothing of what that could do. */
export function isAgent(provider: string): boolean {
  return provider === ACP;
}
