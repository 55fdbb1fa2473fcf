// What can be done to the agent that answers in a conversation: started again, signed in to, set.
import type { AuthMethod } from "@agentclientprotocol/sdk";
import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import { notTrusted } from "../../acp/failures.ts";
import type { Agents } from "../../acp/window/agents.ts";
import { pickOne } from "../window/ask.ts";
import type { CommandHandlers } from "../window/command-handlers.ts";
import type { AgentChoiceNeeds } from "./needs.ts";
import { addAgent, optionItems } from "./picker.ts";
import type { WindowAgents } from "./window-agents.ts";

const NONE = "This conversation does not use an agent. Select an agent as its model first.";

export function agentCommands(acp: WindowAgents, needs: AgentChoiceNeeds): CommandHandlers {
  return {
    "galley.addAgent": () => addAgent(acp, needs),
    "galley.agentOptions": () => configureAgent(acp, needs),
    "galley.restartAgent": () => restartAgent(acp, needs),
    "galley.signInAgent": () => signInAgent(acp, needs),
  };
}

type FocusNeeds = Pick<AgentChoiceNeeds, "focusedConversation" | "reportFailure">;

async function restartAgent(acp: WindowAgents, needs: FocusNeeds): Promise<void> {
  const agent = agentToUse(acp, needs);
  if (agent === undefined) return;
  const failure = await acp.agents.restart(needs.focusedConversation(), agent.setting.id);
  if (failure !== undefined) needs.reportFailure(failure);
}

interface SignInAgents extends Pick<WindowAgents, "agentOf"> {
  agents: Pick<Agents, "warm">;
}

/** By one of the ways the agent offers; one that needs a terminal gets one. */
export async function signInAgent(acp: SignInAgents, needs: FocusNeeds): Promise<void> {
  const agent = agentToUse(acp, needs);
  if (agent === undefined) return;
  // Read before the first await: the user may switch to another conversation while signing in.
  const conversation = needs.focusedConversation();
  const hello = await agent.start();
  if (!hello.ok) {
    needs.reportFailure(hello.failure);
    return;
  }
  const ways = hello.value.authMethods ?? [];
  if (ways.length === 0) {
    const open = "Open Terminal";
    const words = `${agent.name} does not support signing in from the editor. Sign in from a terminal.`;
    if ((await vscode.window.showInformationMessage(words, open)) === open) openTerminal(agent, [], {});
    return;
  }
  const items = ways.map((way) => ({ label: way.name, detail: way.description ?? "", way }));
  const picked = await pickOne(items, { title: `Sign In to ${agent.name}` });
  if (picked === undefined) return;
  const { way } = picked;
  if (isTerminal(way)) {
    openTerminal(agent, way.args ?? [], way.env ?? {});
    return;
  }
  const title = `Signing in to ${agent.name}…`;
  const location = vscode.ProgressLocation.Notification;
  const done = [`Signed in to ${agent.name}.`];
  const failure = await vscode.window.withProgress(
    { location, title },
    async () => (await agent.authenticate(way.id)) ?? (await acp.agents.warm(conversation, agent.setting.id, done)),
  );
  if (failure !== undefined) needs.reportFailure(failure);
}

/** Agents offer kinds that the protocol does not know yet, too: those are theirs to carry out. */
function isTerminal(way: AuthMethod): way is Extract<AuthMethod, { type: "terminal" }> {
  const { type }: { type?: string } = "type" in way ? way : {};
  return type === "terminal";
}

function openTerminal({ name, setting }: Agent, args: string[], env: Record<string, string>): void {
  const terminal = vscode.window.createTerminal({
    name: `Sign in to ${name}`,
    shellPath: setting.command,
    shellArgs: [...setting.args, ...args],
    env: { ...setting.env, ...env },
  });
  terminal.show();
}

async function configureAgent(acp: WindowAgents, needs: AgentChoiceNeeds): Promise<void> {
  const agent = agentToUse(acp, needs);
  if (agent === undefined) return;
  const conversation = needs.focusedConversation();
  if (acp.sessionOf(conversation) === undefined) {
    const failure = await acp.warm(conversation, agent.setting.id);
    if (failure !== undefined) {
      needs.reportFailure(failure);
      return;
    }
  }
  const signIn = { label: "$(key) Sign In…", run: () => signInAgent(acp, needs) };
  const picked = await pickOne([signIn, ...optionItems(acp, needs, conversation)], {
    title: `Configure ${agent.name}`,
    placeHolder: "Select an option to change it",
  });
  await picked?.run?.();
}

/** Nothing is done to one where none is started; what hinders it is said. */
function agentToUse(acp: Pick<WindowAgents, "agentOf">, needs: FocusNeeds): Agent | undefined {
  const agent = acp.agentOf(needs.focusedConversation());
  if (agent === undefined) void vscode.window.showInformationMessage(NONE);
  else if (!vscode.workspace.isTrusted) needs.reportFailure(notTrusted(agent.name));
  return vscode.workspace.isTrusted ? agent : undefined;
}
