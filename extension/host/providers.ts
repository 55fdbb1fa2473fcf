// The way to each provider: its address from the settings, its key from the secret storage, every request journalled.
import type * as vscode from "vscode";
import { baseUrlOf, isProvider, type Provider, providerFacts } from "../message/provider.ts";
import type { Access } from "../send/access.ts";
import type { Secrets } from "../message/secrets.ts";
import { Journal, type JournalEntry } from "../send/journal.ts";
import { requestLine } from "../turn/request-line.ts";
import { baseUrlSetting, keepsJournal } from "./settings.ts";

export class Providers {
  readonly #secrets: vscode.SecretStorage;
  readonly journal: Journal;

  constructor(secrets: vscode.SecretStorage, log: vscode.LogOutputChannel, hidden: Secrets) {
    this.#secrets = secrets;
    const told = (entry: JournalEntry): void => {
      log.info(requestLine(entry));
    };
    this.journal = new Journal(keepsJournal, Date.now, told, hidden);
  }

  async access(provider: string): Promise<Access> {
    // Taken at each call: VS Code puts one in its place that knows the proxy.
    const network: typeof fetch = (input, init) => globalThis.fetch(input, init);
    const bare = { provider, name: provider, fetch: network, journal: this.journal };
    if (!isProvider(provider)) return bare;
    const baseUrl = baseUrlOf(provider, baseUrlSetting(provider));
    const key = await this.key(provider);
    return {
      ...bare,
      name: providerFacts[provider].name,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(key !== undefined && { key }),
    };
  }

  /** The one that was entered, else the environment's. */
  async key(provider: Provider): Promise<string | undefined> {
    const stored = await this.#secrets.get(secretName(provider));
    const { environment } = providerFacts[provider];
    const found = stored ?? (environment === undefined ? undefined : process.env[environment]);
    if (found !== undefined) this.journal.secrets.add([found]);
    return found === "" ? undefined : found;
  }

  /** One that was entered, and can be taken away. */
  async hasStoredKey(provider: Provider): Promise<boolean> {
    return (await this.#secrets.get(secretName(provider))) !== undefined;
  }

  async setKey(provider: Provider, key: string | undefined): Promise<void> {
    if (key === undefined) await this.#secrets.delete(secretName(provider));
    else await this.#secrets.store(secretName(provider), key);
  }
}

function secretName(provider: Provider): string {
  return `galley.key.${provider}`;
}
