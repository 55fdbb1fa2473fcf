// The commands for the agent that answers in a conversation: restart it, sign in to it, set its options.
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
import * as words from "./words.ts";

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

/** The user selects one of the methods that the agent offers. A method that needs a terminal opens one. */
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
  const methods = hello.value.authMethods ?? [];
  if (methods.length === 0) {
    const chosen = await vscode.window.showInformationMessage(words.noSignIn(agent.name), words.openTerminal);
    if (chosen === words.openTerminal) openTerminal(agent, [], {});
    return;
  }
  const items = methods.map((method) => ({ label: method.name, detail: method.description ?? "", method }));
  const picked = await pickOne(items, { title: words.signInTitle(agent.name) });
  if (picked === undefined) return;
  const { method } = picked;
  if (isTerminal(method)) {
    openTerminal(agent, method.args ?? [], method.env ?? {});
    return;
  }
  const title = words.signingIn(agent.name);
  const location = vscode.ProgressLocation.Notification;
  const done = [words.signedIn(agent.name)];
  const failure = await vscode.window.withProgress(
    { location, title },
    async () => (await agent.authenticate(method.id)) ?? (await acp.agents.warm(conversation, agent.setting.id, done)),
  );
  if (failure !== undefined) needs.reportFailure(failure);
}

/** An agent may offer a type that the protocol does not know yet: the agent itself carries that one out. */
function isTerminal(method: AuthMethod): method is Extract<AuthMethod, { type: "terminal" }> {
  const { type }: { type?: string } = "type" in method ? method : {};
  return type === "terminal";
}

function openTerminal({ name, setting }: Agent, args: string[], env: Record<string, string>): void {
  const terminal = vscode.window.createTerminal({
    name: words.terminalName(name),
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
  const signIn = { label: `$(key) ${words.signInItem}`, run: () => signInAgent(acp, needs) };
  const picked = await pickOne([signIn, ...optionItems(acp, needs, conversation)], {
    title: words.configureTitle(agent.name),
    placeHolder: words.selectOption,
  });
  await picked?.run?.();
}

/** The agent of the focused conversation. If there is none, or the workspace is not trusted, tells the user why. */
function agentToUse(acp: Pick<WindowAgents, "agentOf">, needs: FocusNeeds): Agent | undefined {
  const agent = acp.agentOf(needs.focusedConversation());
  if (agent === undefined) void vscode.window.showInformationMessage(words.noAgent);
  else if (!vscode.workspace.isTrusted) needs.reportFailure(notTrusted(agent.name));
  return vscode.workspace.isTrusted ? agent : undefined;
}
