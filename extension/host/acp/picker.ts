// Agents in the model picker: those of the settings, those found on this machine, and what the current one lets choose.
import { basename } from "node:path";
import * as vscode from "vscode";
import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import type { Agent } from "../../acp/agent.ts";
import { type AgentSetting, parseAgents, WELL_KNOWN } from "../../acp/agent-setting.ts";
import { newAgent } from "../../acp/new-agent.ts";
import { acpTakes } from "../../message/acp.ts";
import type { Failure } from "../../message/failure.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { AgentChoiceNeeds } from "./needs.ts";
import { isOnPath } from "./on-path.ts";
import { earlierItem } from "./sessions.ts";
import type { WindowAgents } from "./window-agents.ts";
import { agentsSetting } from "../settings/settings.ts";

export type Item = vscode.QuickPickItem & { run?: () => unknown };

export async function agentItems(acp: WindowAgents, needs: AgentChoiceNeeds, session: string): Promise<Item[]> {
  const settings = parseAgents(agentsSetting());
  const now = modelKey(needs.selectedModel(session));
  const configured = settings.map(({ id, command, args }): Item => {
    const model = acp.model(id);
    const isNow = modelKey(model) === now;
    return {
      label: model.name ?? id,
      description: `${isNow ? "$(check) " : ""}${takesOf(model)}`,
      detail: [basename(command), ...args].join(" "),
      run: () => chooseAgent(acp, needs, session, id),
    };
  });
  const found = (await suggestions(settings)).map((setting): Item => ({
    label: `$(add) ${setting.name ?? setting.id}`,
    description: `installed: ${[setting.command, ...setting.args].join(" ")}`,
    run: () => addAnd(acp, needs, session, setting),
  }));
  return [
    { label: "Agents", kind: vscode.QuickPickItemKind.Separator },
    ...configured,
    ...optionItems(acp, needs, session),
    ...found,
    {
      label: "$(add) Add ACP Agent…",
      description: "any program that supports the Agent Client Protocol",
      run: () => addAgent(acp, needs),
    },
  ];
}

function takesOf({ acp }: Model): string {
  if (acp?.agentCapabilities === undefined) return "agent with its own tools";
  const { image, audio, embedded, textOnly } = acpTakes(acp);
  if (textOnly) return "agent · text only";
  const words = [...(embedded ? ["files"] : []), ...(image ? ["images"] : []), ...(audio ? ["audio"] : [])];
  return `agent · ${words.length === 0 ? "file links" : words.join(", ")}`;
}

/** Of the well-known ones those that are here and not in the settings. */
async function suggestions(settings: readonly AgentSetting[]): Promise<AgentSetting[]> {
  const open = WELL_KNOWN.filter(
    ({ id, command }) => !settings.some((one) => one.id === id || one.command === command),
  );
  const found = await Promise.all(open.map(({ command }) => isOnPath(command)));
  return open.filter((_, at) => found[at]);
}

/** One item for the mode and one for each option of the agent that answers in a conversation. */
export function optionItems(acp: WindowAgents, needs: AgentChoiceNeeds, conversation: string): Item[] {
  const live = acp.sessionOf(conversation);
  if (live === undefined) return [];
  const { agent, session } = live;
  const tell = async (done: Promise<Failure | undefined>): Promise<void> => {
    const failure = await done;
    if (failure !== undefined) needs.reportFailure(failure);
  };
  return [
    ...modeItem(agent, session, tell),
    ...(agent.state(session)?.options ?? []).map((option) => optionItem(agent, session, option, tell)),
    ...earlierItem(acp, needs, conversation, agent),
  ];
}

type Tell = (done: Promise<Failure | undefined>) => Promise<void>;

/** None where there is nothing to choose, or where an option is the mode. */
function modeItem(agent: Agent, session: string, tell: Tell): Item[] {
  const { modes, options = [] } = agent.state(session) ?? {};
  if (modes === undefined || modes.availableModes.length < 2 || options.some(({ category }) => category === "mode"))
    return [];
  const mode = modes.availableModes.find(({ id }) => id === modes.currentModeId)?.name ?? modes.currentModeId;
  const run = async (): Promise<void> => {
    const items = modes.availableModes.map(({ id, name, description }) => ({
      ...choice(name, description, id === modes.currentModeId),
      id,
    }));
    const picked = await pickOne(items, { title: `Select Mode for ${agent.name}` });
    if (picked !== undefined) await tell(agent.setMode(session, picked.id));
  };
  return [{ label: `$(settings) Mode: ${mode}`, description: agent.name, run }];
}

function optionItem(agent: Agent, session: string, option: SessionConfigOption, tell: Tell): Item {
  const values = valuesOf(option);
  const now = values.find(({ isNow }) => isNow)?.name ?? String(option.currentValue);
  const run = async (): Promise<void> => {
    const items = values.map(({ name, description, isNow, value }) => ({
      ...choice(name, description, isNow),
      value,
    }));
    const picked = await pickOne(items, { title: `${agent.name}: ${option.name}` });
    if (picked !== undefined) await tell(agent.setOption(session, option.id, picked.value));
  };
  return { label: `$(settings) ${option.name}: ${now}`, description: agent.name, run };
}

interface Value {
  name: string;
  description?: string | null | undefined;
  value: string | boolean;
  isNow: boolean;
}

function valuesOf(option: SessionConfigOption): Value[] {
  if (option.type === "boolean")
    return [true, false].map((value) => ({ name: value ? "On" : "Off", value, isNow: option.currentValue === value }));
  return option.options
    .flatMap((one) => ("options" in one ? one.options : [one]))
    .map(({ name, value, description }) => ({ name, value, description, isNow: value === option.currentValue }));
}

function choice(name: string, detail: string | null | undefined, isNow: boolean): vscode.QuickPickItem {
  return { label: name, description: isNow ? "$(check)" : "", ...(detail ? { detail } : {}) };
}

async function chooseAgent(acp: WindowAgents, needs: AgentChoiceNeeds, session: string, id: string): Promise<void> {
  await needs.selectModel(session, acp.model(id));
  const failure = await acp.warm(session, id);
  if (failure !== undefined) needs.reportFailure(failure);
}

async function addAnd(
  acp: WindowAgents,
  needs: AgentChoiceNeeds,
  session: string,
  setting: AgentSetting,
): Promise<void> {
  await saveAgent(setting);
  await chooseAgent(acp, needs, session, setting.id);
}

/** By a command line. One that is there with this command already is chosen as it is. */
export async function addAgent(acp: WindowAgents, needs: AgentChoiceNeeds): Promise<void> {
  const line = await askText({
    title: "Add ACP Agent",
    prompt: "Enter the command that starts the agent, for example: opencode acp",
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? "Enter a command." : undefined),
  });
  const setting = newAgent(line ?? "", parseAgents(agentsSetting()));
  if (setting !== undefined) await addAnd(acp, needs, needs.focusedConversation(), setting);
}

/** Beside those that are there: none of them is touched. */
async function saveAgent(setting: AgentSetting): Promise<void> {
  const rows = agentsSetting();
  const others: unknown[] = Array.isArray(rows) ? (rows satisfies unknown[]) : [];
  if (parseAgents(others).some(({ id }) => id === setting.id)) return;
  const { env, ...rest } = setting;
  const row = Object.keys(env).length === 0 ? rest : setting;
  await vscode.workspace
    .getConfiguration("galley")
    .update("agents", [...others, row], vscode.ConfigurationTarget.Global);
}
