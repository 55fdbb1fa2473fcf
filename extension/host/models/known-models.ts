// Which model answers in a conversation, and its facts: from the provider's list, the settings and the table.
import * as vscode from "vscode";
import * as z from "zod/mini";
import { ACP } from "../../message/agents/acp.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { knownModel, type ModelFacts } from "../../providers/model-table.ts";
import { baseUrlOf, isProvider, originOf, type Provider, providerFacts, PROVIDERS } from "../../providers/provider.ts";
import { findSetUp } from "../../providers/set-up-model.ts";
import { readSummary } from "../../persist/conversations.ts";
import { WindowChoices } from "../../persist/window-choices.ts";
import type { Access } from "../../send/access.ts";
import { findLmStudio, type FoundServer } from "../../send/lists/find-lm-studio.ts";
import type { Listed } from "../../send/lists/listed.ts";
import { listModels } from "../../send/lists/list-models.ts";
import { loopback } from "../../turn/wire.ts";
import { SomeFacts } from "../settings/model-setting.ts";
import { setKey } from "../window/keys.ts";
import { listLanguageModels } from "./language-model.ts";
import type { KnownModelsNeeds } from "./needs.ts";
import type { Providers } from "./providers.ts";
import { baseUrlSetting, modelSetting, modelsSetting } from "../settings/settings.ts";

/** The last list of each provider, so that its models are known without a request. */
const LISTS = "galley.modelLists";
const Lists = z.record(z.string(), z.array(z.object({ id: z.string(), facts: z.record(z.string(), z.unknown()) })));

/** Where earlier versions kept the models of all conversations. */
const EARLIER_CHOICES = "galley.chosenModels";

/** A server that runs on this machine and that the user has not set up. */
export interface UnsetServer extends Pick<FoundServer, "name" | "address"> {
  models: Model[];
}

/** A provider's models, or why there are none to choose from. */
export interface ProviderModels {
  provider: Provider;
  models: Model[];
  /** The provider needs a key, a URL, a running server, or a trusted workspace. */
  lacks?: "key" | "address" | "server" | "trust";
  /** The variable of the environment that the key is from. */
  keyFrom?: string;
  /** Why the provider could not list its models. */
  problem?: string;
}

export class KnownModels implements vscode.Disposable {
  readonly #needs: KnownModelsNeeds;
  readonly #providers: Pick<Providers, "access" | "keyVariable">;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #chosen: WindowChoices;
  #extensionModels: Model[] = [];
  readonly onChange = this.#changed.event;

  constructor(needs: KnownModelsNeeds, providers: Pick<Providers, "access" | "keyVariable">) {
    this.#needs = needs;
    this.#providers = providers;
    const { store, workspaceState } = needs;
    this.#chosen = new WindowChoices(store, "model");
    if (this.#chosen.takeOver(workspaceState.get(EARLIER_CHOICES)))
      void workspaceState.update(EARLIER_CHOICES, undefined);
    this.#subscriptions = [
      this.#changed,
      vscode.lm.onDidChangeChatModels(() => void this.refreshExtensionModels()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (["galley.model", "galley.providers"].some((key) => event.affectsConfiguration(key))) this.#changed.fire();
      }),
    ];
    if (modelSetting() !== modelKey(loopback)) void this.refreshExtensionModels();
  }

  /** The chosen model. An unavailable model keeps its name, and sending to it fails with a message. */
  current(conversationId: string): Model {
    return this.named(this.#chosen.read(conversationId) ?? modelSetting());
  }

  /** By `provider/model`. */
  named(key: string): Model {
    if (key === modelKey(loopback)) return loopback;
    const [provider = "", ...rest] = key.split("/");
    const id = rest.join("/");
    if (provider === ACP) return this.#needs.agentModel(id);
    if (isProvider(provider)) return this.#known(provider, id);
    const known = this.#extensionModels.find((model) => modelKey(model) === key);
    return known ?? { ...loopback, provider, id, name: key };
  }

  /** The model under this name, if it is set up: `provider/model`, or an id that a provider lists. Never rejects. */
  async setUp(name: string): Promise<Model | undefined> {
    if (name === modelKey(loopback)) return loopback;
    const ofExtension = this.#extensionModels.find((model) => modelKey(model) === name || model.id === name);
    if (ofExtension !== undefined) return ofExtension;
    const usable = await Promise.all(
      PROVIDERS.map(async (provider) => {
        // Without the secret storage, no key is known.
        const lacks = await this.#providers.access(provider).then(
          (access) => lackOf(provider, access),
          () => "key",
        );
        return lacks === undefined ? [{ provider, ids: this.#ids(provider) }] : [];
      }),
    );
    const found = findSetUp(name, usable.flat());
    return found && this.#known(found.provider, found.id);
  }

  /** Applies to this conversation and to new ones; all others keep their model. In a sidecar it applies to the sidecar only. */
  async choose(conversationId: string, model: Model): Promise<void> {
    const isSidecar = readSummary(this.#needs.store, conversationId)?.ephemeral === true;
    if (!isSidecar) this.#chosen.fill(modelSetting());
    this.#chosen.choose(conversationId, modelKey(model));
    if (!isSidecar)
      await vscode.workspace
        .getConfiguration("galley")
        .update("model", modelKey(model), vscode.ConfigurationTarget.Global);
    setKey("galley.tried.model", true);
    this.#changed.fire();
  }

  /** Gives a fork the model of its conversation. */
  inherit(from: string, to: string): void {
    const chosen = this.#chosen.read(from);
    if (chosen !== undefined) this.#chosen.choose(to, chosen);
  }

  /** Stores what was chosen for a blank conversation, once the conversation is stored. Never throws. */
  keepChoice(conversationId: string): void {
    this.#chosen.keep(conversationId);
  }

  /** What an agent accepts is known now, or has changed. */
  agentsChanged(): void {
    this.#changed.fire();
  }

  /** Lists the models of other extensions again. */
  async refreshExtensionModels(): Promise<Model[]> {
    this.#extensionModels = await listLanguageModels();
    this.#changed.fire();
    return this.#extensionModels;
  }

  /** Lists the models of every provider again. Asks only those that are set up, and Ollama on this machine. */
  async refresh(): Promise<ProviderModels[]> {
    const found = await Promise.all(PROVIDERS.map((provider) => this.#ask(provider)));
    this.#changed.fire();
    return found;
  }

  /** LM Studio on this machine, if it runs and the user has set no other server. Stores nothing. */
  async findUnset(): Promise<UnsetServer | undefined> {
    if (!this.#needs.mayLookForServers() || baseUrlSetting("custom") !== "") return undefined;
    const found = await findLmStudio(await this.#providers.access("custom"));
    if (found === undefined) return undefined;
    const { name, address, origin: server } = found;
    return {
      name,
      address,
      models: found.models.map(({ id, facts }) => ({ ...knownModel("custom", id, facts), server })),
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #ask(provider: Provider): Promise<ProviderModels> {
    const access = await this.#providers.access(provider);
    const lacks = lackOf(provider, access);
    if (lacks !== undefined) return { provider, models: [], lacks };
    const isLooked = provider === "ollama" && baseUrlSetting(provider) === "";
    if (isLooked && !this.#needs.mayLookForServers())
      return { provider, models: this.#allKnown(provider), lacks: "trust" };
    const [list, keyFrom] = await Promise.all([listModels(provider, access), this.#providers.keyVariable(provider)]);
    if (list.ok) await this.#keep(provider, list.value);
    const models = this.#allKnown(provider);
    const told = { provider, models, ...(keyFrom !== undefined && { keyFrom }) };
    if (list.ok) return told;
    const isAbsent = isLooked && models.length === 0;
    return { ...told, problem: list.failure.message, ...(isAbsent && { lacks: "server" as const }) };
  }

  #allKnown(provider: Provider): Model[] {
    return this.#ids(provider).map((id) => this.#known(provider, id));
  }

  /** The models that the settings and the last list name. */
  #ids(provider: Provider): string[] {
    return [...new Set([...modelsSetting(provider).keys(), ...this.#lists(provider).map(({ id }) => id)])];
  }

  #known(provider: Provider, id: string): Model {
    const listed = this.#lists(provider).find((one) => one.id === id)?.facts;
    const model = knownModel(provider, id, listed, modelsSetting(provider).get(id));
    const baseUrl = baseUrlOf(provider, baseUrlSetting(provider));
    const server = baseUrl === undefined ? undefined : originOf(provider, baseUrl);
    return server === undefined ? model : { ...model, server };
  }

  #lists(provider: Provider): Listed[] {
    const all = Lists.safeParse(this.#needs.globalState.get(LISTS));
    return (all.success ? (all.data[provider] ?? []) : []).map(({ id, facts }) => ({ id, facts: parseFacts(facts) }));
  }

  async #keep(provider: Provider, models: Listed[]): Promise<void> {
    const all = Lists.safeParse(this.#needs.globalState.get(LISTS));
    await this.#needs.globalState.update(LISTS, { ...(all.success && all.data), [provider]: models });
  }
}

/** What a provider needs before it can be asked. */
function lackOf(provider: Provider, { baseUrl, key }: Access): "address" | "key" | undefined {
  if (provider === "custom" && baseUrl === undefined) return "address";
  return providerFacts[provider].needsKey && key === undefined && baseUrl === undefined ? "key" : undefined;
}

/** Another version may have stored the facts. */
function parseFacts(raw: unknown): Partial<ModelFacts> {
  const facts = SomeFacts.safeParse(raw);
  return facts.success ? facts.data : {};
}
