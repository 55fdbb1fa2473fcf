// Galley's settings, read when they are needed.
import * as vscode from "vscode";
import type { AttachmentLimits } from "../persist/attachments.ts";
import { parseModelSettings } from "../message/model-setting.ts";
import type { Provider } from "../message/provider.ts";
import type { PanelSettings } from "../protocol/panel-settings.ts";
import { type Rule, RuleText } from "../tools/rules.ts";

function read<Value>(key: string, fallback: Value): Value {
  return vscode.workspace.getConfiguration("galley").get<Value>(key, fallback);
}

/** `provider/model`. */
export const modelSetting = (): string => read("model", "loopback/loopback");

/** Where a provider is, if not at its own address. */
export const baseUrlSetting = (provider: Provider): string => read(`providers.${provider}.baseUrl`, "");

/** The models of a provider that the settings name, with what they say of each. */
export const modelsSetting = (provider: Provider): ReturnType<typeof parseModelSettings> =>
  parseModelSettings(read<unknown>(`providers.${provider}.models`, []));

/** Whether requests are kept for the inspector's Wire tab. */
export const keepsJournal = (): boolean => read("wire.journal", true);

/** Files larger than this go as a descriptor. */
export const fileRefInlineBytes = (): number => read("fileRef.inlineBytes", 64 * 1024);

/** Text attachments larger than this go as a descriptor. */
export const inlineTextBytes = (): number => read("attachments.inlineTextBytes", 64 * 1024);

/** What becomes of a picture of the workspace that is dropped or chosen. */
export const droppedImage = (): "ref" | "attachment" => read<"ref" | "attachment">("drop.image", "ref");

/** Larger attachments leave the database for files of their own. */
export const attachmentLimits = (): AttachmentLimits => ({
  inlineBytes: read("attachments.inlineBytes", 1024 * 1024),
  sessionInlineBytes: read("attachments.sessionInlineBytes", 20 * 1024 * 1024),
});

export const compactsAlone = (): boolean => read("compaction.auto", true);

/** Whether later requests repeat what a turn carried of its pins. */
export const pinsPlacement = (): "append" | "turn" =>
  read<string>("pins.placement", "append") === "turn" ? "turn" : "append";

/** What plain Stop does with the messages that wait. */
export const queueStop = (): "drain" | "hold" => (read<string>("queue.stop", "drain") === "hold" ? "hold" : "drain");

/** Whether messages that a closed window left in the queue are sent without asking. */
export const resumesOnStart = (): boolean => read("queue.resumeOnStart", false);

/** Tools of other extensions, by name, that the model may be offered. */
export const offeredExtensionTools = (): string[] => strings(read<unknown>("tools.extensions", []));

/** MCP servers whose word the user takes that a tool changes nothing. Only their own settings can say so. */
export const trustedServers = (): string[] =>
  strings(vscode.workspace.getConfiguration("galley").inspect<unknown>("mcp.trusted")?.globalValue);

/** Rules for tools. What a folder's own settings say can take away, and never allow. */
export function toolRules(): Rule[] {
  const said = vscode.workspace.getConfiguration("galley").inspect<unknown>("tools.rules");
  const own = parseRules(said?.globalValue);
  const ofFolder = [...parseRules(said?.workspaceValue), ...parseRules(said?.workspaceFolderValue)];
  return [...own, ...ofFolder.filter(({ action }) => action !== "allow")];
}

function parseRules(value: unknown): Rule[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const rule = RuleText.safeParse(entry);
    return rule.success ? [{ ...rule.data, from: "settings" as const }] : [];
  });
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

export const panelSettings = (): PanelSettings => ({
  send: read<string>("send", "enter") === "ctrlEnter" ? "ctrlEnter" : "enter",
  paste_chip_lines: read("paste.chipLines", 60),
});

export function onPanelSettings(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (["galley.send", "galley.paste"].some((key) => event.affectsConfiguration(key))) changed();
  });
}
