// What can be done to the agent that answers in a conversation: started again, signed in to, set.
import type { AuthMethod } from "@agentclientprotocol/sdk";
import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import { notTrusted } from "../../acp/failures.ts";
import { ACP } from "../../message/acp.ts";
import { optionItems } from "./picker.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";

const NONE = "This conversation does not use an agent. Select an agent as its model first.";

export async function restartAgent(core: Core): Promise<void> {
  const agent = agentOf(core);
  if (agent === undefined) return;
  const failure = await core.acp.agents.restart(core.session().id, agent.setting.id);
  if (failure !== undefined) core.fail(failure);
}

/** By one of the ways the agent offers; one that needs a terminal gets one. */
export async function signInAgent(core: Core): Promise<void> {
  const agent = agentOf(core);
  if (agent === undefined) return;
  // Read before the first await: the user may switch to another conversation while signing in.
  const conversation = core.session().id;
  const hello = await agent.start();
  if (!hello.ok) {
    core.fail(hello.failure);
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
    async () =>
      (await agent.authenticate(way.id)) ?? (await core.acp.agents.warm(conversation, agent.setting.id, done)),
  );
  if (failure !== undefined) core.fail(failure);
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

export async function agentOptions(core: Core): Promise<void> {
  const agent = agentOf(core);
  if (agent === undefined) return;
  const conversation = core.session().id;
  if (core.acp.sessionOf(conversation) === undefined) {
    const failure = await core.acp.warm(conversation, agent.setting.id);
    if (failure !== undefined) {
      core.fail(failure);
      return;
    }
  }
  const signIn = { label: "$(key) Sign In…", run: () => signInAgent(core) };
  const picked = await pickOne([signIn, ...optionItems(core, conversation)], {
    title: `Configure ${agent.name}`,
    placeHolder: "Select an option to change it",
  });
  await picked?.run?.();
}

/** Nothing is done to one where none is started; what hinders it is said. */
function agentOf(core: Core): Agent | undefined {
  const { provider, id } = core.rooms.model(core.session().id);
  const agent = provider === ACP ? core.acp.agents.agent(id) : undefined;
  if (agent === undefined) void vscode.window.showInformationMessage(NONE);
  else if (!vscode.workspace.isTrusted) core.fail(notTrusted(agent.name));
  return vscode.workspace.isTrusted ? agent : undefined;
}
