// MCP servers as a feature of the window: their tools, what they offer to the input, their view and their commands.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { mcpCommands } from "./commands.ts";
import type { AnswerNeeds, McpNeeds } from "./needs.ts";
import { McpOffers } from "./offers.ts";
import { McpServers } from "./servers.ts";

export interface Mcp extends vscode.Disposable, Pick<McpServers, "ready" | "tools" | "shareWithAgent"> {
  /** Prompts and resources. */
  readonly offers: McpOffers;
  readonly commands: CommandHandlers;
}

export function registerMcp(needs: McpNeeds, answers: AnswerNeeds): Mcp {
  const servers = new McpServers(needs, answers);
  const offers = new McpOffers(servers, needs.measureAll);
  return {
    ready: (need, signal) => servers.ready(need, signal),
    tools: (conversation, others, bound) => servers.tools(conversation, others, bound),
    shareWithAgent: () => servers.shareWithAgent(),
    offers,
    commands: mcpCommands(servers),
    dispose: () => {
      offers.dispose();
      servers.dispose();
    },
  };
}
