// An agent that speaks ACP, as a model: what it takes is decided block by block when a prompt is made, never before.
import { ACP } from "./acp.ts";
import type { Model } from "../model.ts";

/** Everything reaches the lowering with its bytes, and what the agent says of itself decides there. */
const EVERYTHING = ["image/*", "audio/*", "video/*", "application/*"];

export function agentModel(model: Model): Model {
  return { ...model, accepts: EVERYTHING, tools: false, keeps_session: true };
}

/** Whether a provider stands for ACP agents. A stored message names only the provider, not what its model can do. */
export function isAgent(provider: string): boolean {
  return provider === ACP;
}
