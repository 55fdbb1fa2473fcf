// The account of a prompt to an agent: it counts what goes, and not what the agent has and keeps by itself.
import type { Assembled } from "../assemble/assemble.ts";
import { overBudget } from "../assemble/budget.ts";
import { ACP } from "../message/acp.ts";
import type { Model } from "../message/model.ts";

export function withAgentAccount(assembled: Assembled, { provider }: Model, tellsHistory: boolean): Assembled {
  if (provider !== ACP) return assembled;
  const { tools, ...all } = assembled.manifest;
  const history = tellsHistory ? all.history : { messages: 0, tokens: 0, tool_rounds: 0 };
  const counted = [...all.pinned, ...all.task].reduce((sum, { tokens }) => sum + tokens, 0);
  const manifest = { ...all, layers: [], history, estimate: counted + history.tokens };
  return { ...assembled, manifest, failure: manifest.estimate > manifest.limit ? overBudget(manifest) : undefined };
}
