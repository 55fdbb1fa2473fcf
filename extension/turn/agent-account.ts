// The account of a prompt to an agent: it counts what goes, and not what the agent has and keeps by itself.
import type { Assembled } from "../assemble/assemble.ts";
import { ACP } from "../message/acp.ts";
import type { Model } from "../message/model.ts";

export function withAgentAccount(assembled: Assembled, { provider }: Model, tellsHistory: boolean): Assembled {
  if (provider !== ACP) return assembled;
  const { tools, ...manifest } = assembled.manifest;
  const history = tellsHistory ? manifest.history : { messages: 0, tokens: 0, tool_rounds: 0 };
  const counted = [...manifest.pinned, ...manifest.task].reduce((sum, { tokens }) => sum + tokens, 0);
  return { ...assembled, manifest: { ...manifest, layers: [], history, estimate: counted + history.tokens } };
}
