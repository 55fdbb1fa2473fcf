// The settings of completion. A workspace can turn it off and send less, and decides nothing else.
import * as vscode from "vscode";
import { parseSwitches, type Switches } from "../../pipelines/completion/session/languages.ts";
import { type FimFamilyName, fimFamilyNamed } from "../../providers/fim-family.ts";
import { effectiveSetting } from "../settings/setting-rules.ts";

/** What was read. VS Code makes all of a section anew for each read, and every key reads several. */
const known = new Map<string, unknown>();

/** The settings have changed. */
export function forgetSettings(): void {
  known.clear();
}

function read(key: string): unknown {
  if (!known.has(key)) {
    const values = vscode.workspace.getConfiguration("galley").inspect<unknown>(`completion.${key}`);
    known.set(key, effectiveSetting(`galley.completion.${key}`, values));
  }
  return known.get(key);
}

export const isEnabled = (): boolean => read("enabled") === true;

/** `provider/model`; empty if none is chosen. */
export function chosenModel(): string {
  const given = read("model");
  return typeof given === "string" ? given.trim() : "";
}

/** Whether pieces of other open files go with a request. */
export const sendsContext = (): boolean => read("context") !== false;

export const languageSwitches = (): Switches => parseSwitches(read("languages"));

/** `undefined`: as the server reports it. */
export function chosenFamily(): FimFamilyName | undefined {
  const given = read("family");
  return typeof given === "string" ? fimFamilyNamed(given) : undefined;
}

/** In the user's own settings. */
export async function write(key: "enabled" | "model" | "languages", value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration("galley")
    .update(`completion.${key}`, value, vscode.ConfigurationTarget.Global);
}
