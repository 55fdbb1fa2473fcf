// The way to each provider: its address from the settings, the key that was given for that address, every request journalled.
import type * as vscode from "vscode";
import {
  baseUrlOf,
  isOwnServer,
  isProvider,
  originOf,
  type Provider,
  providerFacts,
} from "../../providers/provider.ts";
import { bindBareKey, formatStoredKey, keyFor, parseStoredKey, type StoredKey } from "./stored-key.ts";
import type { Access } from "../../send/access.ts";
import { Journal, type JournalEntry } from "../../send/line/journal.ts";
import { requestLine } from "../../send/line/request-line.ts";
import { setKey } from "../window/keys.ts";
import type { ProvidersNeeds } from "./needs.ts";
import { baseUrlSetting, keepsJournal, ownServerPatience } from "../settings/settings.ts";

export class Providers {
  readonly #secrets: vscode.SecretStorage;
  readonly journal: Journal;

  constructor({ secretStorage, log, hidden }: ProvidersNeeds) {
    this.#secrets = secretStorage;
    const told = (entry: JournalEntry): void => {
      log.info(requestLine(entry));
      setKey("galley.journal", this.journal.entries().length > 0);
    };
    this.journal = new Journal(keepsJournal, Date.now, told, hidden);
  }

  async access(provider: string): Promise<Access> {
    // Taken at each call: VS Code puts one in its place that knows the proxy.
    const network: typeof fetch = (input, init) => globalThis.fetch(input, init);
    const bare = { provider, name: provider, fetch: network, journal: this.journal };
    if (!isProvider(provider)) return bare;
    const baseUrl = baseUrlOf(provider, baseUrlSetting(provider));
    const key = keyFor(provider, originOf(provider, baseUrl), await this.#stored(provider), process.env);
    if (key !== undefined) this.journal.secrets.add([key]);
    return {
      ...bare,
      name: providerFacts[provider].name,
      ...(baseUrl !== undefined && { baseUrl }),
      ...(key !== undefined && { key }),
      ...((baseUrl !== undefined || isOwnServer(provider)) && { patience: ownServerPatience() }),
    };
  }

  /** One that was entered, for whichever host, and can be taken away. */
  async hasStoredKey(provider: Provider): Promise<boolean> {
    return (await this.#stored(provider)) !== undefined;
  }

  /** For this origin and no other. */
  async setKey(provider: Provider, origin: string, key: string): Promise<void> {
    await this.#secrets.store(secretName(provider), formatStoredKey({ origin, key }));
  }

  /** Returns what brings it back. */
  async removeKey(provider: Provider): Promise<() => Promise<void>> {
    const name = secretName(provider);
    const stored = await this.#secrets.get(name);
    await this.#secrets.delete(name);
    return async () => {
      if (stored !== undefined) await this.#secrets.store(name, stored);
    };
  }

  /** A bare key of an earlier version is bound when it is first read. */
  async #stored(provider: Provider): Promise<StoredKey | undefined> {
    const text = await this.#secrets.get(secretName(provider));
    const stored = text === undefined ? undefined : parseStoredKey(text);
    if (typeof stored !== "string") return stored;
    const bound = bindBareKey(provider, originOf(provider, baseUrlOf(provider, baseUrlSetting(provider))), stored);
    try {
      await this.#secrets.store(secretName(provider), formatStoredKey(bound));
    } catch {
      // It is bound again when it is read next.
    }
    return bound;
  }
}

function secretName(provider: Provider): string {
  return `galley.key.${provider}`;
}
