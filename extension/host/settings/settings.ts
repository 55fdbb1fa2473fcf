// Reads Galley's settings when they are needed. A workspace value counts as far as the setting's rule allows.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { AttachmentLimits } from "../../persist/contents/attachments.ts";
import { KeptValues } from "./kept-values.ts";
import { parseModelSettings } from "./model-setting.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Patience } from "../../send/access.ts";
import { effectiveSetting, type SettingValues, workspaceValues } from "./setting-rules.ts";
import type { PanelSettings } from "../../protocol/panel-settings.ts";
import { ARTIFACT_TOKENS } from "../../skills/composer/budget.ts";
import { type ParsedRules, parseRules } from "../../tools/rules/parse-rules.ts";
import type { Rule } from "../../tools/rules/rules.ts";

/** `of` is the resource: a workspace folder can override the value. */
export function readSetting(key: string, of?: vscode.Uri): unknown {
  return effectiveSetting(`galley.${key}`, valuesOf(key, of));
}

function valuesOf(key: string, of?: vscode.Uri): SettingValues | undefined {
  const read = (): SettingValues | undefined => vscode.workspace.getConfiguration("galley", of).inspect<unknown>(key);
  return kept === undefined ? read() : kept.of(`${key} ${of?.toString() ?? ""}`, read);
}

/** Only while changes are followed. VS Code takes tens of kilobytes to tell one value, and opening the panel asks for hundreds. */
let kept: KeptValues<SettingValues | undefined> | undefined;

/** Keeps what settings say until one changes. Call before anything else listens to changes of settings. */
export function followSettings(): vscode.Disposable {
  const values = (kept = new KeptValues<SettingValues | undefined>());
  const forget = (): void => {
    values.forget();
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(forget),
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
    vscode.workspace.onDidGrantWorkspaceTrust(forget),
    new vscode.Disposable(() => {
      kept = undefined;
    }),
  );
}

/** Falls back if the setting is not an integer of at least `least`. */
function count(key: string, fallback: number, least = 0, of?: vscode.Uri): number {
  const given = z.int().check(z.gte(least)).safeParse(readSetting(key, of));
  return given.success ? given.data : fallback;
}

/** Falls back if the setting is not a boolean. */
function flag(key: string, fallback: boolean): boolean {
  const given = readSetting(key);
  return typeof given === "boolean" ? given : fallback;
}

function word(key: string, fallback: string, of?: vscode.Uri): string {
  const given = readSetting(key, of);
  return typeof given === "string" ? given : fallback;
}

/** `provider/model`. */
export const modelSetting = (): string => word("model", "loopback/loopback");

/** Empty if the provider is at its usual address. */
export const baseUrlSetting = (provider: Provider): string => word(`providers.${provider}.baseUrl`, "");

/** How long a server of the user's own may stay silent. */
export const ownServerPatience = (): Pick<Patience, "firstByteMs" | "stallMs"> => ({
  firstByteMs: count("providers.firstByteTimeout", 600, 1) * 1000,
  stallMs: count("providers.stallTimeout", 300, 1) * 1000,
});

/** The models of a provider that the settings name, with their facts. */
export const modelsSetting = (provider: Provider): ReturnType<typeof parseModelSettings> =>
  parseModelSettings(readSetting(`providers.${provider}.models`));

/** The agents of the settings, not parsed. */
export const agentsSetting = (): unknown => readSetting("agents") ?? [];

/** The folder for conversations; empty for the one that VS Code gives. */
export const storageFolderSetting = (): string => word("storage.folder", "").trim();

/** Whether requests are kept for the inspector's Wire tab. */
export const keepsJournal = (): boolean => flag("wire.journal", true);

/** Files larger than this go as a descriptor. */
export const fileRefInlineBytes = (of?: vscode.Uri): number => count("fileRef.inlineBytes", 64 * 1024, 1024, of);

/** Text attachments larger than this go as a descriptor. */
export const inlineTextBytes = (): number => count("attachments.inlineTextBytes", 64 * 1024);

/** How an image of the workspace is added when the user drops or chooses it. */
export const droppedImage = (of: vscode.Uri): "ref" | "attachment" =>
  word("drop.image", "ref", of) === "attachment" ? "attachment" : "ref";

/** Attachments above these sizes are stored as files, not in the database. */
export const attachmentLimits = (): AttachmentLimits => ({
  inlineBytes: count("attachments.inlineBytes", 1024 * 1024),
  sessionInlineBytes: count("attachments.sessionInlineBytes", 20 * 1024 * 1024),
});

export const compactsAlone = (): boolean => flag("compaction.auto", true);

/** `append`: later requests repeat the pins that a turn sent. */
export const pinsPlacement = (): "append" | "turn" => (word("pins.placement", "append") === "turn" ? "turn" : "append");

/** What Stop does with queued messages. */
export const queueStop = (): "drain" | "hold" => (word("queue.stop", "drain") === "hold" ? "hold" : "drain");

/** Where a sidecar opens; `auto`: in the panel if it is high enough, else in an editor tab. */
export function sidecarLocation(): "auto" | "panel" | "editor" {
  const given = word("sidecar.location", "auto");
  return given === "panel" || given === "editor" ? given : "auto";
}

/** Whether messages that a closed window left in the queue are sent without asking. */
export const resumesOnStart = (): boolean => flag("queue.resumeOnStart", false);

/** How large the descriptions and examples of a skill may be together. */
export const artifactTokens = (): number => count("skills.artifactTokens", ARTIFACT_TOKENS, 1);

/** The schedules of the settings, not parsed. Only user settings count. */
export const schedulesSetting = (): unknown => readSetting("schedules") ?? [];

/** The names of tools of other extensions that models may call. */
export const offeredExtensionTools = (): string[] => strings(readSetting("tools.extensions"));

/** MCP servers that the user trusts to say which of their tools are read-only. Only user settings count. */
export const trustedServers = (): string[] => strings(readSetting("mcp.trusted"));

/** Whether ACP agents can read Galley's memories and skills. */
export const sharesWithAgents = (): boolean => flag("mcp.shareWithAgents", true);

/** Rules for tools. Those of a workspace can restrict, but never allow. */
export function toolRules(): Rule[] {
  const { own, ofWorkspace } = writtenRules();
  const narrowing = ofWorkspace.flatMap(({ rules }) => rules).filter(({ action }) => action !== "allow");
  return [
    ...own.rules.map((rule): Rule => ({ ...rule, from: "settings" })),
    ...narrowing.map((rule): Rule => ({ ...rule, from: "workspace" })),
  ];
}

/** A line for each invalid rule. */
export function ruleProblems(): string[] {
  const { own, ofWorkspace } = writtenRules();
  return [...own.problems, ...ofWorkspace.flatMap(({ problems }) => problems)];
}

/** Rules of a folder count in the whole window, because they can only restrict. Equal lists count once. */
function writtenRules(): { own: ParsedRules; ofWorkspace: ParsedRules[] } {
  const places = [undefined, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri)];
  const values = places.flatMap((place) => workspaceValues(valuesOf("tools.rules", place) ?? {}));
  const each = new Map(values.map((value) => [JSON.stringify(value), value]));
  return { own: parseRules(readSetting("tools.rules")), ofWorkspace: [...each.values()].map(parseRules) };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export const panelSettings = (): PanelSettings => ({
  send: word("send", "enter") === "ctrlEnter" ? "ctrlEnter" : "enter",
  paste_chip_lines: count("paste.chipLines", 60, 1),
});

export function onPanelSettings(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (["galley.send", "galley.paste"].some((key) => event.affectsConfiguration(key))) changed();
  });
}
