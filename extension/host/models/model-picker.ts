// The model picker: grouped by provider, with what each model takes, and a way to set up what is not set up yet.
import * as vscode from "vscode";
import { type Model, modelKey } from "../../message/model.ts";
import { takesWords } from "../../providers/model-table.ts";
import { isOwnServer, type Provider, providerFacts } from "../../providers/provider.ts";
import { loopback } from "../../turn/wire.ts";
import { pickOne } from "../window/ask.ts";
import type { Core } from "../core.ts";
import { setApiKey } from "./key-commands.ts";
import type { ProviderModels } from "./models.ts";
import { removeServer, setServer } from "./server-commands.ts";
import { baseUrlSetting } from "../settings/settings.ts";

type Item = vscode.QuickPickItem & { run?: () => unknown };

export async function pickModel(core: Core): Promise<void> {
  const session = core.session().id;
  const asked = Promise.all([core.models.refresh(), core.models.refreshOthers(), core.acp.pickerItems(session)]);
  const items = asked.then(([providers, others, agents]) => itemsOf(core, session, providers, others, agents));
  const picked = await pickOne(items, {
    title: "Select Model",
    placeHolder:
      session === core.panes.side?.id ? "Model for this sidecar" : "Model for this conversation and new conversations",
    matchOnDescription: true,
  });
  await picked?.run?.();
}

function itemsOf(core: Core, session: string, providers: ProviderModels[], others: Model[], agents: Item[]): Item[] {
  const now = modelKey(core.models.current(session));
  const choice = (model: Model, about = takesWords(model)): Item => ({
    label: model.name ?? model.id,
    description: `${modelKey(model) === now ? "$(check) " : ""}${about}`,
    run: () => core.models.choose(session, model),
  });
  const groups = [...new Set(others.map(vendorOf))].map((vendor) => ({
    name: vendor === "copilot" ? "GitHub Copilot" : vendor,
    items: others.filter((model) => vendorOf(model) === vendor).map((model) => choice(model)),
  }));
  const ours = providers.map((found) => ({
    name: providerFacts[found.provider].name,
    items: [...found.models.map((model) => choice(model)), ...setUp(core, found)],
  }));
  return [
    ...[...ours, ...groups].flatMap(({ name, items }) => [separator(name), ...items]),
    ...agents,
    separator("Built-in"),
    choice(loopback, "built-in test model: echoes what it receives"),
    {
      label: "$(extensions) Find Language Model Extensions…",
      description: others.length === 0 ? "none installed" : "",
      run: () => vscode.commands.executeCommand("workbench.extensions.search", "@category:chat"),
    },
    { label: "$(gear) Open Provider Settings", run: () => showSettings("galley.providers") },
  ];
}

function setUp(core: Core, { provider, lacks, problem, models }: ProviderModels): Item[] {
  const { name } = providerFacts[provider];
  switch (lacks) {
    case "key":
      return [
        { label: `$(key) Set Up ${name}…`, description: "requires an API key", run: () => setApiKey(core, provider) },
      ];
    case "address":
      return [
        {
          label: "$(server) Add OpenAI-Compatible Server…",
          description: "OpenRouter, LM Studio, vLLM and others",
          run: () => setServer(core, "custom"),
        },
      ];
    case "server":
      return [
        {
          label: "$(circle-slash) Ollama is not running",
          description: "Start Ollama and try again, or set its URL",
          run: () => setServer(core, "ollama"),
        },
      ];
    case undefined:
      if (problem !== undefined)
        return [
          { label: "$(warning) Could not list models", description: problem, run: () => fix(core, provider) },
          ...ownServer(core, provider),
        ];
      return models.length > 0
        ? ownServer(core, provider)
        : [
            {
              label: "$(info) No models available",
              description: "",
              run: () => fix(core, provider),
            },
            ...ownServer(core, provider),
          ];
    default:
      return lacks satisfies never;
  }
}

/** The address of a server of one's own is changed and removed where it was set. */
function ownServer(core: Core, provider: Provider): Item[] {
  const address = provider === "custom" ? baseUrlSetting(provider) : "";
  if (address === "") return [];
  return [
    { label: "$(edit) Change Server URL…", description: address, run: () => setServer(core, "custom") },
    { label: "$(trash) Remove Server", description: address, run: () => removeServer(core) },
  ];
}

function fix(core: Core, provider: Provider): unknown {
  if (isOwnServer(provider)) return setServer(core, provider);
  return providerFacts[provider].needsKey ? setApiKey(core, provider) : showSettings(`galley.providers.${provider}`);
}

function showSettings(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", query);
}

/** Where the provider of the current model is, and VS Code's proxy. */
export function openSettings(core: Core): Thenable<unknown> {
  return showSettings(`galley.providers.${core.models.current(core.session().id).provider}`);
}

function vendorOf({ id }: Model): string {
  return id.split("/", 1)[0] ?? "";
}

function separator(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
