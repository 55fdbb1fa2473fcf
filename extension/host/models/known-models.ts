// Which model answers in a conversation, and what is known of it: the provider's list, the settings, the table.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { ACP } from "../../message/acp.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { knownModel, type ModelFacts } from "../../providers/model-table.ts";
import { isProvider, type Provider, providerFacts, PROVIDERS } from "../../providers/provider.ts";
import { listSessions, readSession } from "../../persist/sessions.ts";
import type { Listed } from "../../send/lists/listed.ts";
import { listModels } from "../../send/lists/list-models.ts";
import { loopback } from "../../turn/wire.ts";
import { SomeFacts } from "../settings/model-setting.ts";
import { listLanguageModels } from "./language-model.ts";
import type { KnownModelsNeeds } from "./needs.ts";
import type { Providers } from "./providers.ts";
import { baseUrlSetting, modelSetting, modelsSetting } from "../settings/settings.ts";

/** As a provider's list told them last: known without asking again. */
const LISTS = "galley.modelLists";
const Lists = z.record(z.string(), z.array(z.object({ id: z.string(), facts: z.record(z.string(), z.unknown()) })));

/** By conversation. */
const CHOSEN = "galley.chosenModels";
const Chosen = z.record(z.string(), z.string());

/** A provider's models, or why there are none to choose from. */
export interface ProviderModels {
  provider: Provider;
  models: Model[];
  /** It needs a key, an address, or to be started. */
  lacks?: "key" | "address" | "server";
  /** What its list said instead. */
  problem?: string;
}

export class KnownModels implements vscode.Disposable {
  readonly #needs: KnownModelsNeeds;
  readonly #providers: Pick<Providers, "access">;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #others: Model[] = [];
  readonly onChange = this.#changed.event;

  constructor(needs: KnownModelsNeeds, providers: Pick<Providers, "access">) {
    this.#needs = needs;
    this.#providers = providers;
    this.#subscriptions = [
      this.#changed,
      vscode.lm.onDidChangeChatModels(() => void this.refreshOthers()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (["galley.model", "galley.providers"].some((key) => event.affectsConfiguration(key))) this.#changed.fire();
      }),
    ];
    if (modelSetting() !== modelKey(loopback)) void this.refreshOthers();
  }

  /** The chosen model. An unavailable model keeps its name, and sending to it fails with a message. */
  current(sessionId: string): Model {
    return this.named(this.#chosen()[sessionId] ?? modelSetting());
  }

  /** By `provider/model`. */
  named(key: string): Model {
    if (key === modelKey(loopback)) return loopback;
    const [provider = "", ...rest] = key.split("/");
    const id = rest.join("/");
    if (provider === ACP) return this.#needs.agentModel(id);
    if (isProvider(provider)) return this.#known(provider, id);
    const known = this.#others.find((model) => modelKey(model) === key);
    return known ?? { ...loopback, provider, id, name: key };
  }

  /** For this conversation, and for those that are begun from now on; all others keep theirs. A sidecar keeps it to itself. */
  async choose(sessionId: string, model: Model): Promise<void> {
    if (readSession(this.#needs.store, sessionId)?.ephemeral === true) {
      await this.#remember(sessionId, modelKey(model));
      this.#changed.fire();
      return;
    }
    const before = modelSetting();
    const kept = this.#chosen();
    const others = listSessions(this.#needs.store).map(({ id }) => [id, kept[id] ?? before] as const);
    await this.#needs.workspaceState.update(CHOSEN, {
      ...Object.fromEntries(others),
      [sessionId]: modelKey(model),
    });
    await vscode.workspace
      .getConfiguration("galley")
      .update("model", modelKey(model), vscode.ConfigurationTarget.Global);
    this.#changed.fire();
  }

  /** A fork begins with the model of its conversation. */
  async inherit(from: string, to: string): Promise<void> {
    const chosen = this.#chosen()[from];
    if (chosen !== undefined) await this.#remember(to, chosen);
  }

  /** What an agent takes is known, or changed. */
  agentsChanged(): void {
    this.#changed.fire();
  }

  /** Of other extensions. */
  async refreshOthers(): Promise<Model[]> {
    this.#others = await listLanguageModels();
    this.#changed.fire();
    return this.#others;
  }

  /** Every provider as it is now. Asks only those that are set up, and Ollama on this machine. */
  async refresh(): Promise<ProviderModels[]> {
    const found = await Promise.all(PROVIDERS.map((provider) => this.#ask(provider)));
    this.#changed.fire();
    return found;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #ask(provider: Provider): Promise<ProviderModels> {
    const access = await this.#providers.access(provider);
    if (provider === "custom" && access.baseUrl === undefined) return { provider, models: [], lacks: "address" };
    const { needsKey } = providerFacts[provider];
    if (needsKey && access.key === undefined && access.baseUrl === undefined)
      return { provider, models: [], lacks: "key" };
    const list = await listModels(provider, access);
    if (list.ok) await this.#keep(provider, list.models);
    const ids = [...modelsSetting(provider).keys(), ...this.#lists(provider).map(({ id }) => id)];
    const models = [...new Set(ids)].map((id) => this.#known(provider, id));
    if (list.ok) return { provider, models };
    const isAbsent = provider === "ollama" && baseUrlSetting(provider) === "" && models.length === 0;
    return { provider, models, problem: list.failure.message, ...(isAbsent && { lacks: "server" as const }) };
  }

  #known(provider: Provider, id: string): Model {
    const listed = this.#lists(provider).find((one) => one.id === id)?.facts;
    return knownModel(provider, id, listed, modelsSetting(provider).get(id));
  }

  #lists(provider: Provider): Listed[] {
    const all = Lists.safeParse(this.#needs.globalState.get(LISTS));
    return (all.success ? (all.data[provider] ?? []) : []).map(({ id, facts }) => ({ id, facts: parseFacts(facts) }));
  }

  async #keep(provider: Provider, models: Listed[]): Promise<void> {
    const all = Lists.safeParse(this.#needs.globalState.get(LISTS));
    await this.#needs.globalState.update(LISTS, { ...(all.success && all.data), [provider]: models });
  }

  async #remember(sessionId: string, key: string): Promise<void> {
    await this.#needs.workspaceState.update(CHOSEN, { ...this.#chosen(), [sessionId]: key });
  }

  #chosen(): Record<string, string> {
    const all = Chosen.safeParse(this.#needs.workspaceState.get(CHOSEN));
    return all.success ? all.data : {};
  }
}

/** What is stored may come from another version. */
function parseFacts(raw: unknown): Partial<ModelFacts> {
  const facts = SomeFacts.safeParse(raw);
  return facts.success ? facts.data : {};
}
