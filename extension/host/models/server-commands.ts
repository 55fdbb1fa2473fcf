// Sets, checks, changes and removes the URL of a user's own server.
import * as vscode from "vscode";
import { isOwnServer, type OwnServer } from "../../providers/provider.ts";
import { isWebAddress } from "../../text/web-address.ts";
import { listModels } from "../../send/lists/list-models.ts";
import { askText } from "../window/ask.ts";
import { setApiKey, type SetUp } from "./key-commands.ts";
import { baseUrlSetting } from "../settings/settings.ts";
import * as words from "./words.ts";

/**
 * Asks for the URL of an OpenAI-compatible server or of Ollama, then for its key if it needs one. By default, the server
 * of the current model. `suggested` is filled in. Resolves to whether the server listed its models.
 */
export async function setServer(setUp: SetUp, argument?: unknown, suggested = ""): Promise<boolean> {
  const named = isOwnServer(argument) ? argument : setUp.models.current(setUp.focusedConversation()).provider;
  const provider = isOwnServer(named) ? named : "custom";
  const address = (await askAddress(provider, suggested))?.trim();
  if (address === undefined) return false;
  await storeAddress(provider, address);
  if (address === "") return false;
  const list = await listModels(provider, await setUp.providers.access(provider));
  if (list.ok) return true;
  if (list.failure.action === "setApiKey") return setApiKey(setUp, provider);
  // One click returns to the box to fix a typo. The URL stays stored, because the server may not be running yet.
  const answer = await vscode.window.showWarningMessage(list.failure.message, words.changeUrl);
  return answer === words.changeUrl && setServer(setUp, provider);
}

/** Removes the URL and the key; Undo restores both. */
export async function removeServer({ providers, models }: Pick<SetUp, "providers" | "models">): Promise<void> {
  const address = baseUrlSetting("custom");
  const undoKey = await providers.removeKey("custom");
  await storeAddress("custom", undefined);
  await models.refresh();
  const answer = await vscode.window.showInformationMessage(words.removedServer(address), words.undo);
  if (answer !== words.undo) return;
  await storeAddress("custom", address);
  await undoKey();
  await models.refresh();
}

function askAddress(provider: OwnServer, suggested: string): Promise<string | undefined> {
  return askText({
    title: provider === "ollama" ? words.ollamaUrl : words.serverUrl,
    prompt: provider === "ollama" ? words.ollamaUrlPrompt : words.serverUrlPrompt,
    value: suggested || baseUrlSetting(provider),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" || isWebAddress(value.trim()) ? undefined : words.invalidUrl),
  });
}

export async function storeAddress(provider: OwnServer, address: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration(`galley.providers.${provider}`);
  await settings.update("baseUrl", address === "" ? undefined : address, vscode.ConfigurationTarget.Global);
}
