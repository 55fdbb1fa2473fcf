// The manifest of a prompt to an agent: counts what Galley sends, not what the agent keeps in its own session.
import type { Assembled } from "../../assemble/assemble.ts";
import { overBudget } from "../../assemble/budget.ts";
import type { Model } from "../../message/model.ts";

export function withAgentAccount(assembled: Assembled, { keeps_session }: Model, tellsHistory: boolean): Assembled {
  if (keeps_session !== true) return assembled;
  const { tools, ...all } = assembled.manifest;
  const history = tellsHistory ? all.history : { messages: 0, tokens: 0, tool_rounds: 0 };
  const counted = [...all.pinned, ...all.task].reduce((sum, { tokens }) => sum + tokens, 0);
  const manifest = { ...all, layers: [], history, estimate: counted + history.tokens };
  return { ...assembled, manifest, failure: manifest.estimate > manifest.limit ? overBudget(manifest) : undefined };
}
