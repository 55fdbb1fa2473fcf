// Galley's settings, read when they are needed. Of a folder's settings only that counts which its rule lets count.
import * as vscode from "vscode";
import * as z from "zod/mini";
import type { AttachmentLimits } from "../../persist/contents/attachments.ts";
import { parseModelSettings } from "./model-setting.ts";
import type { Provider } from "../../providers/provider.ts";
import { countedSetting, folderSays, type SaidSetting } from "./setting-rules.ts";
import type { PanelSettings } from "../../protocol/panel-settings.ts";
import { type ParsedRules, parseRules } from "../../tools/rules/parse-rules.ts";
import type { Rule } from "../../tools/rules/rules.ts";

/** `of` is the resource: a workspace folder can override the value. */
export function readSetting(key: string, of?: vscode.Uri): unknown {
  return countedSetting(`galley.${key}`, saidOf(key, of));
}

function saidOf(key: string, of?: vscode.Uri): SaidSetting | undefined {
  return vscode.workspace.getConfiguration("galley", of).inspect<unknown>(key);
}

/** Falls back if the setting is not an integer of at least `least`. */
function count(key: string, fallback: number, least = 0, of?: vscode.Uri): number {
  const given = z.int().check(z.gte(least)).safeParse(readSetting(key, of));
  return given.success ? given.data : fallback;
}

/** Only what is written as a switch turns something on or off. */
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

/** Where a provider is, if not at its own address. */
export const baseUrlSetting = (provider: Provider): string => word(`providers.${provider}.baseUrl`, "");

/** The models of a provider that the settings name, with what they say of each. */
export const modelsSetting = (provider: Provider): ReturnType<typeof parseModelSettings> =>
  parseModelSettings(readSetting(`providers.${provider}.models`));

/** The agents that can be started, as they are written. */
export const agentsSetting = (): unknown => readSetting("agents") ?? [];

/** Whether requests are kept for the inspector's Wire tab. */
export const keepsJournal = (): boolean => flag("wire.journal", true);

/** Files larger than this go as a descriptor. */
export const fileRefInlineBytes = (of?: vscode.Uri): number => count("fileRef.inlineBytes", 64 * 1024, 1024, of);

/** Text attachments larger than this go as a descriptor. */
export const inlineTextBytes = (): number => count("attachments.inlineTextBytes", 64 * 1024);

/** What becomes of a picture of the workspace that is dropped or chosen. */
export const droppedImage = (of: vscode.Uri): "ref" | "attachment" =>
  word("drop.image", "ref", of) === "attachment" ? "attachment" : "ref";

/** Attachments above these sizes are stored as files, not in the database. */
export const attachmentLimits = (): AttachmentLimits => ({
  inlineBytes: count("attachments.inlineBytes", 1024 * 1024),
  sessionInlineBytes: count("attachments.sessionInlineBytes", 20 * 1024 * 1024),
});

export const compactsAlone = (): boolean => flag("compaction.auto", true);

/** Whether later requests repeat what a turn carried of its pins. */
export const pinsPlacement = (): "append" | "turn" => (word("pins.placement", "append") === "turn" ? "turn" : "append");

/** What plain Stop does with the messages that wait. */
export const queueStop = (): "drain" | "hold" => (word("queue.stop", "drain") === "hold" ? "hold" : "drain");

/** Whether messages that a closed window left in the queue are sent without asking. */
export const resumesOnStart = (): boolean => flag("queue.resumeOnStart", false);

/** Tools of other extensions, by name, that the model may be offered. */
export const offeredExtensionTools = (): string[] => strings(readSetting("tools.extensions"));

/** MCP servers whose word the user takes that a tool changes nothing. Only their own settings can say so. */
export const trustedServers = (): string[] => strings(readSetting("mcp.trusted"));

/** Rules for tools. What a workspace's or a folder's own settings say can take away, and never allow. */
export function toolRules(): Rule[] {
  const { own, ofWorkspace } = writtenRules();
  const narrowing = ofWorkspace.flatMap(({ rules }) => rules).filter(({ action }) => action !== "allow");
  return [
    ...own.rules.map((rule): Rule => ({ ...rule, from: "settings" })),
    ...narrowing.map((rule): Rule => ({ ...rule, from: "workspace" })),
  ];
}

/** A line for each rule that is written and cannot be read. */
export function ruleProblems(): string[] {
  const { own, ofWorkspace } = writtenRules();
  return [...own.problems, ...ofWorkspace.flatMap(({ problems }) => problems)];
}

/** A folder's rules count in the whole window: they can only narrow. In a window of one folder both places are one. */
function writtenRules(): { own: ParsedRules; ofWorkspace: ParsedRules[] } {
  const places = [undefined, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri)];
  const said = places.flatMap((place) => folderSays(saidOf("tools.rules", place) ?? {}));
  const each = new Map(said.map((value) => [JSON.stringify(value), value]));
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
