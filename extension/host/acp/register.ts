// Agents that speak ACP as a feature of the window: as models, as items of the model picker, and their commands.
import type * as vscode from "vscode";
import type { CommandHandlers } from "../window/command-handlers.ts";
import { agentCommands } from "./commands.ts";
import { AgentAccessFile } from "./agent-access.ts";
import type { AccessNeeds, AgentChoiceNeeds, AgentNeeds } from "./needs.ts";
import { agentItems, type Item } from "./picker.ts";
import { WindowAgents } from "./window-agents.ts";

type Used = Pick<WindowAgents, "agents" | "model" | "meet" | "commanded" | "commandsOf" | "onChange">;

export interface Acp extends vscode.Disposable, Used {
  /** The agents that can be selected for a conversation, and what the one that answers there lets the user choose. */
  pickerItems: (conversation: string) => Promise<Item[]>;
  readonly commands: CommandHandlers;
}

export function registerAcp(needs: AgentNeeds, choices: AgentChoiceNeeds, access: AccessNeeds): Acp {
  const shared = new AgentAccessFile(access);
  const knownServers = async (): ReturnType<AgentNeeds["knownServers"]> => shared.withOwn(await needs.knownServers());
  const acp = new WindowAgents({ ...needs, knownServers });
  return {
    agents: acp.agents,
    model: (id) => acp.model(id),
    meet: (conversation) => acp.meet(conversation),
    commanded: (conversation) => acp.commanded(conversation),
    commandsOf: (conversation) => acp.commandsOf(conversation),
    onChange: acp.onChange,
    pickerItems: (conversation) => agentItems(acp, choices, conversation),
    commands: agentCommands(acp, choices),
    dispose: () => {
      acp.dispose();
      shared.dispose();
    },
  };
}
