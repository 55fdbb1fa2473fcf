// Agents in the model picker: those of the settings, those found on this machine, and what the current one lets choose.
import { basename } from "node:path";
import * as vscode from "vscode";
import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { type AgentSetting, parseAgents, WELL_KNOWN } from "../../acp/agent-setting.ts";
import { newAgent } from "../../acp/new-agent.ts";
import { acpTakes } from "../../message/acp.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { earlierItem } from "./sessions.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { isOnPath } from "./on-path.ts";
import { agentsSetting } from "../settings/settings.ts";

type Item = vscode.QuickPickItem & { run?: () => unknown };

export async function agentItems(core: Core, session: string): Promise<Item[]> {
  const settings = parseAgents(agentsSetting());
  const now = modelKey(core.models.current(session));
  const configured = settings.map(({ id, command, args }): Item => {
    const model = core.acp.model(id);
    const isNow = modelKey(model) === now;
    return {
      label: model.name ?? id,
      description: `${isNow ? "$(check) " : ""}${takesOf(model)}`,
      detail: [basename(command), ...args].join(" "),
      run: () => chooseAgent(core, session, id),
    };
  });
  const found = (await suggestions(settings)).map((setting): Item => ({
    label: `$(add) ${setting.name ?? setting.id}`,
    description: `installed: ${[setting.command, ...setting.args].join(" ")}`,
    run: () => addAnd(core, session, setting),
  }));
  return [
    { label: "Agents", kind: vscode.QuickPickItemKind.Separator },
    ...configured,
    ...optionItems(core, session),
    ...found,
    {
      label: "$(add) Add ACP Agent…",
      description: "any program that supports the Agent Client Protocol",
      run: () => addAgent(core),
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
export function optionItems(core: Core, conversation: string): Item[] {
  const live = core.acp.sessionOf(conversation);
  if (live === undefined) return [];
  const { agent, session } = live;
  const state = agent.state(session);
  const tell = async (done: ReturnType<typeof agent.setMode>): Promise<void> => {
    const failure = await done;
    if (failure !== undefined) core.fail(failure);
  };
  const { modes, options = [] } = state ?? {};
  const mode = modes?.availableModes.find(({ id }) => id === modes.currentModeId)?.name ?? modes?.currentModeId;
  const modeItem: Item[] =
    modes === undefined || modes.availableModes.length < 2 || options.some(({ category }) => category === "mode")
      ? []
      : [
          {
            label: `$(settings) Mode: ${mode ?? ""}`,
            description: agent.name,
            run: async () => {
              const items = modes.availableModes.map(({ id, name, description }) => ({
                ...choice(name, description, id === modes.currentModeId),
                id,
              }));
              const picked = await pickOne(items, { title: `Select Mode for ${agent.name}` });
              if (picked !== undefined) await tell(agent.setMode(session, picked.id));
            },
          },
        ];
  const others = options.map((option): Item => {
    const values = valuesOf(option);
    const now = values.find(({ isNow }) => isNow)?.name ?? String(option.currentValue);
    return {
      label: `$(settings) ${option.name}: ${now}`,
      description: agent.name,
      run: async () => {
        const items = values.map(({ name, description, isNow, value }) => ({
          ...choice(name, description, isNow),
          value,
        }));
        const picked = await pickOne(items, { title: `${agent.name}: ${option.name}` });
        if (picked !== undefined) await tell(agent.setOption(session, option.id, picked.value));
      },
    };
  });
  return [...modeItem, ...others, ...earlierItem(core, conversation, agent)];
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

async function chooseAgent(core: Core, session: string, id: string): Promise<void> {
  await core.models.choose(session, core.acp.model(id));
  const failure = await core.acp.warm(session, id);
  if (failure !== undefined) core.fail(failure);
}

async function addAnd(core: Core, session: string, setting: AgentSetting): Promise<void> {
  await saveAgent(setting);
  await chooseAgent(core, session, setting.id);
}

/** By a command line. One that is there with this command already is chosen as it is. */
export async function addAgent(core: Core): Promise<void> {
  const line = await askText({
    title: "Add ACP Agent",
    prompt: "Enter the command that starts the agent, for example: opencode acp",
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? "Enter a command." : undefined),
  });
  const setting = newAgent(line ?? "", parseAgents(agentsSetting()));
  if (setting !== undefined) await addAnd(core, core.session().id, setting);
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
