// Agents in the model picker: those of the settings, those found on this machine, and the options of the current one.
import { basename } from "node:path";
import * as vscode from "vscode";
import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import type { Agent } from "../../acp/agent.ts";
import { type AgentSetting, parseAgents, WELL_KNOWN } from "../../acp/agent-setting.ts";
import { newAgent } from "../../acp/new-agent.ts";
import { acpTakes } from "../../message/agents/acp.ts";
import type { Failure } from "../../message/failure.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { AgentChoiceNeeds } from "./needs.ts";
import { isOnPath } from "./on-path.ts";
import { resumeItem } from "./agent-sessions.ts";
import type { WindowAgents } from "./window-agents.ts";
import * as words from "./words.ts";
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
      description: `${isNow ? "$(check) " : ""}${takesOf(model)} · ${words.ownAccount}`,
      detail: [basename(command), ...args].join(" "),
      run: () => chooseAgent(acp, needs, session, id),
    };
  });
  const found = (await suggestions(settings)).map((setting): Item => ({
    label: `$(add) ${setting.name ?? setting.id}`,
    description: words.installed([setting.command, ...setting.args].join(" ")),
    run: () => addAndChoose(acp, needs, session, setting),
  }));
  return [
    { label: words.agentsGroup, kind: vscode.QuickPickItemKind.Separator },
    ...configured,
    ...optionItems(acp, needs, session),
    ...found,
    {
      label: `$(add) ${words.addItem}`,
      description: words.anyProgram,
      run: () => addAgent(acp, needs),
    },
  ];
}

function takesOf({ acp }: Model): string {
  if (acp?.agentCapabilities === undefined) return words.ownTools;
  const { image, audio, embedded, textOnly } = acpTakes(acp);
  if (textOnly) return words.textOnly;
  const kinds = [...(embedded ? [words.files] : []), ...(image ? [words.images] : []), ...(audio ? [words.audio] : [])];
  return kinds.length === 0 ? words.fileLinks : words.takes(kinds);
}

/** The well-known agents that are installed here and are not in the settings. */
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
  const reportIfFailed = async (done: Promise<Failure | undefined>): Promise<void> => {
    const failure = await done;
    if (failure !== undefined) needs.reportFailure(failure);
  };
  return [
    ...modeItem(agent, session, reportIfFailed),
    ...(agent.state(session)?.options ?? []).map((option) => optionItem(agent, session, option, reportIfFailed)),
    ...resumeItem(acp, needs, conversation, agent),
  ];
}

type ReportIfFailed = (done: Promise<Failure | undefined>) => Promise<void>;

/** No item if the agent has fewer than two modes, or has the mode among its options. */
function modeItem(agent: Agent, session: string, reportIfFailed: ReportIfFailed): Item[] {
  const { modes, options = [] } = agent.state(session) ?? {};
  if (modes === undefined || modes.availableModes.length < 2 || options.some(({ category }) => category === "mode"))
    return [];
  const mode = modes.availableModes.find(({ id }) => id === modes.currentModeId)?.name ?? modes.currentModeId;
  const run = async (): Promise<void> => {
    const items = modes.availableModes.map(({ id, name, description }) => ({
      ...choice(name, description, id === modes.currentModeId),
      id,
    }));
    const picked = await pickOne(items, { title: words.selectMode(agent.name) });
    if (picked !== undefined) await reportIfFailed(agent.setMode(session, picked.id));
  };
  return [{ label: `$(settings) ${words.mode(mode)}`, description: agent.name, run }];
}

function optionItem(agent: Agent, session: string, option: SessionConfigOption, reportIfFailed: ReportIfFailed): Item {
  const values = valuesOf(option);
  const now = values.find(({ isNow }) => isNow)?.name ?? String(option.currentValue);
  const run = async (): Promise<void> => {
    const items = values.map(({ name, description, isNow, value }) => ({
      ...choice(name, description, isNow),
      value,
    }));
    const picked = await pickOne(items, { title: `${agent.name}: ${option.name}` });
    if (picked !== undefined) await reportIfFailed(agent.setOption(session, option.id, picked.value));
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
    return [true, false].map((value) => ({
      name: value ? words.on : words.off,
      value,
      isNow: option.currentValue === value,
    }));
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

async function addAndChoose(
  acp: WindowAgents,
  needs: AgentChoiceNeeds,
  session: string,
  setting: AgentSetting,
): Promise<void> {
  await saveAgent(setting);
  await chooseAgent(acp, needs, session, setting.id);
}

/** Asks for a command line. If the settings have an agent with this command, that agent is selected. */
export async function addAgent(acp: WindowAgents, needs: AgentChoiceNeeds): Promise<void> {
  const line = await askText({
    title: words.addTitle,
    prompt: words.enterCommand,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? words.commandMissing : undefined),
  });
  const setting = newAgent(line ?? "", parseAgents(agentsSetting()));
  if (setting !== undefined) await addAndChoose(acp, needs, needs.focusedConversation(), setting);
}

/** Leaves the other agents of the setting as they are, also the ones that Galley cannot read. */
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
