// Asks for an API key, checks it with a cheap request, and keeps it in VS Code's secret storage only.
import * as vscode from "vscode";
import { isProvider, originOf, type Provider, providerFacts, PROVIDERS } from "../../providers/provider.ts";
import { isPlainHttp } from "../../text/web-address.ts";
import type { Access } from "../../send/access.ts";
import { listModels } from "../../send/lists/list-models.ts";
import { askText, pickOne } from "../window/ask.ts";
import type { KnownModels } from "./known-models.ts";
import type { PickerNeeds } from "./needs.ts";
import type { Providers } from "./providers.ts";
import * as words from "./words.ts";

/** The ports for setting up a provider or a server. */
export interface SetUp {
  providers: Pick<Providers, "access" | "hasStoredKey" | "setKey" | "removeKey">;
  models: Pick<KnownModels, "current" | "named" | "refresh">;
  focusedConversation: PickerNeeds["focusedConversation"];
}

/** For the provider that `argument` names; otherwise the user selects one. Resolves to whether a key was stored. */
export async function setApiKey(setUp: SetUp, argument?: unknown): Promise<boolean> {
  const provider = typeof argument === "string" && isProvider(argument) ? argument : await askProvider(setUp);
  if (provider === undefined) return false;
  const { providers, models } = setUp;
  // Read once: the key is for the host that the input box names, even if the settings change meanwhile.
  const access = await providers.access(provider);
  const origin = originOf(provider, access.baseUrl);
  if (origin === undefined) {
    void vscode.window.showWarningMessage(words.urlFirst);
    return false;
  }
  let problem: string | undefined;
  for (;;) {
    const key = await askKey(providers, provider, origin, problem);
    if (key === undefined) return false;
    if (key === "") {
      await providers.removeKey(provider);
      return false;
    }
    problem = await checkKey(provider, { ...access, key });
    if (problem !== undefined) continue;
    await providers.setKey(provider, origin, key);
    await models.refresh();
    vscode.window.setStatusBarMessage(words.savedKey(providerFacts[provider].name), 3_000);
    return true;
  }
}

async function askProvider({ providers, models, focusedConversation }: SetUp): Promise<Provider | undefined> {
  const current = models.current(focusedConversation()).provider;
  const items = await Promise.all(
    PROVIDERS.map(async (provider) => ({
      label: providerFacts[provider].name,
      description: (await providers.access(provider)).key === undefined ? "" : words.keySaved,
      provider,
    })),
  );
  items.sort((a, b) => Number(b.provider === current) - Number(a.provider === current));
  return (await pickOne(items, { title: words.selectProvider }))?.provider;
}

/** Returns an empty key if the user wants to remove the stored one. The input box names the host that gets the key. */
async function askKey(
  providers: Pick<Providers, "hasStoredKey">,
  provider: Provider,
  origin: string,
  problem: string | undefined,
): Promise<string | undefined> {
  const { name, keys } = providerFacts[provider];
  const hasOne = await providers.hasStoredKey(provider);
  const isOwn = origin === originOf(provider, undefined);
  const prompt = [
    problem ?? (keys === undefined || !isOwn ? "" : words.createKey(keys)),
    whereWords(origin),
    hasOne ? words.emptyRemovesKey : "",
  ];
  const key = await askText({
    title: words.keyTitle(name),
    prompt: prompt.filter((sentence) => sentence !== "").join(" "),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" && !hasOne ? words.keyMissing : undefined),
  });
  return key?.trim();
}

/** Asks the provider, and returns why it rejects the key. If the provider cannot be reached, warns and accepts the key. */
async function checkKey(provider: Provider, access: Access): Promise<string | undefined> {
  const list = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: words.checkingKey(access.name) },
    () => listModels(provider, access),
  );
  if (list.ok) return undefined;
  if (["bad-key", "no-access"].includes(list.failure.code)) return list.failure.message;
  void vscode.window.showWarningMessage(words.keyNotVerified(list.failure.message));
  return undefined;
}

function whereWords(origin: string): string {
  const { host } = new URL(origin);
  return isPlainHttp(origin) ? words.keyGoesPlain(host) : words.keyGoesTo(host);
}
