// The access to each provider: its URL from the settings, the key for that URL, and the journal of its requests.
import type * as vscode from "vscode";
import {
  baseUrlOf,
  isOwnServer,
  isProvider,
  originOf,
  type Provider,
  providerFacts,
} from "../../providers/provider.ts";
import { bindBareKey, formatStoredKey, keyFor, keyVariable, parseStoredKey, type StoredKey } from "./stored-key.ts";
import type { Access } from "../../send/access.ts";
import { Journal, type JournalEntry } from "../../send/line/journal.ts";
import { requestLine } from "../../send/line/request-line.ts";
import { setKey } from "../window/keys.ts";
import type { ProvidersNeeds } from "./needs.ts";
import { baseUrlSetting, keepsJournal, ownServerPatience } from "../settings/settings.ts";
import { warmNetwork } from "./warm-network.ts";

/** Their names in VS Code's secret storage, before the provider. */
const KEYS = "galley.key.";

/** A key that was read this long ago still counts, unless VS Code tells that it has changed. */
const EARLY_MS = 10_000;

export class Providers {
  readonly #secrets: vscode.SecretStorage;
  readonly journal: Journal;
  readonly #demands: NonNullable<Access["demands"]> = new Map();
  #early: { provider: Provider; at: number; text: Thenable<string | undefined> } | undefined;

  constructor({ secretStorage, log, hidden }: ProvidersNeeds) {
    this.#secrets = secretStorage;
    this.onKeysChange(() => (this.#early = undefined));
    const tell = (entry: JournalEntry): void => {
      log.info(requestLine(entry));
      setKey("galley.journal", this.journal.entries().length > 0);
    };
    // The answer goes first.
    this.journal = new Journal(keepsJournal, Date.now, (entry) => void setImmediate(tell, entry), hidden);
  }

  async access(provider: string): Promise<Access> {
    // Read `fetch` at each call: VS Code replaces it with one that uses the proxy.
    const network: typeof fetch = (input, init) => globalThis.fetch(input, init);
    const bare = { provider, name: provider, fetch: network, journal: this.journal, demands: this.#demands };
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

  /** Reads the key of a provider before a message needs it: a window that draws answers late. */
  prepare(provider: string): void {
    if (!isProvider(provider)) return;
    warmNetwork();
    const now = performance.now();
    if (this.#early?.provider === provider && now - this.#early.at < EARLY_MS / 2) return;
    const text = this.#secrets.get(secretName(provider));
    this.#early = { provider, at: now, text };
    // The message reads it again, and says why it cannot.
    text.then(undefined, () => (this.#early = undefined));
  }

  /** The variable of the environment that the provider's key is from, if it is from there. */
  async keyVariable(provider: Provider): Promise<string | undefined> {
    const origin = originOf(provider, baseUrlOf(provider, baseUrlSetting(provider)));
    return keyVariable(provider, origin, await this.#stored(provider), process.env);
  }

  /** The user has entered a key, for any host, and can remove it. */
  async hasStoredKey(provider: Provider): Promise<boolean> {
    return (await this.#stored(provider)) !== undefined;
  }

  /** Stores a key for this origin only. */
  async setKey(provider: Provider, origin: string, key: string): Promise<void> {
    await this.#secrets.store(secretName(provider), formatStoredKey({ origin, key }));
    // VS Code tells of the change only later.
    this.#early = undefined;
  }

  /** Returns a function that restores the key. */
  async removeKey(provider: Provider): Promise<() => Promise<void>> {
    const name = secretName(provider);
    const stored = await this.#secrets.get(name);
    await this.#secrets.delete(name);
    this.#early = undefined;
    return async () => {
      if (stored !== undefined) await this.#secrets.store(name, stored);
    };
  }

  /** Calls when a key was set or removed, in this window or in another. */
  readonly onKeysChange = (call: () => void): vscode.Disposable =>
    this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(KEYS)) call();
    });

  /** Binds a bare key of an earlier version to its origin when it first reads it. */
  async #stored(provider: Provider): Promise<StoredKey | undefined> {
    const text = await this.#read(provider);
    const stored = text === undefined ? undefined : parseStoredKey(text);
    if (typeof stored !== "string") return stored;
    const bound = bindBareKey(provider, originOf(provider, baseUrlOf(provider, baseUrlSetting(provider))), stored);
    try {
      await this.#secrets.store(secretName(provider), formatStoredKey(bound));
    } catch {
      // The next read binds it again.
    }
    return bound;
  }

  /** A missing key is not read again either: the user's own server may need none. */
  async #read(provider: Provider): Promise<string | undefined> {
    const early = this.#early;
    const isGood = early?.provider === provider && performance.now() - early.at < EARLY_MS;
    return isGood ? early.text : this.#secrets.get(secretName(provider));
  }
}

function secretName(provider: Provider): string {
  return KEYS + provider;
}
