// The model picker: models grouped by provider, and the steps to set up a provider.
import * as vscode from "vscode";
import { type Model, modelKey } from "../../message/model.ts";
import { costWords } from "../../providers/cost.ts";
import { takesWords } from "../../providers/model-table.ts";
import { isOwnServer, type Provider, providerFacts } from "../../providers/provider.ts";
import { loopback } from "../../turn/wire.ts";
import { pickOne } from "../window/ask.ts";
import type { Done } from "../window/done.ts";
import { setApiKey, type SetUp } from "./key-commands.ts";
import type { KnownModels, ProviderModels, UnsetServer } from "./known-models.ts";
import type { ModelItem, PickerNeeds } from "./needs.ts";
import { arrange } from "./model-groups.ts";
import { pickLimits } from "./model-limits.ts";
import { ollamaSteps } from "./ollama-steps.ts";
import { removeServer, setServer, storeAddress } from "./server-commands.ts";
import { baseUrlSetting } from "../settings/settings.ts";
import * as words from "./words.ts";

type Choosing = SetUp & { models: Pick<KnownModels, "refreshExtensionModels" | "findUnset" | "choose"> };

/** Says which model was selected; `undefined` if the model is the same as before. */
export async function selectModel(needs: PickerNeeds, choosing: Choosing): Promise<Done | undefined> {
  const conversation = needs.focusedConversation();
  const before = modelKey(choosing.models.current(conversation));
  await pickModel(needs, choosing);
  const now = choosing.models.current(conversation);
  if (modelKey(now) === before) return undefined;
  // From the walkthrough or the palette, the next step is a message.
  await needs.showPane();
  return { done: words.modelSelected(now.name ?? now.id) };
}

async function pickModel(needs: PickerNeeds, choosing: Choosing): Promise<void> {
  const conversation = needs.focusedConversation();
  const { models } = choosing;
  const items = Promise.all([
    models.refresh(),
    models.findUnset(),
    models.refreshExtensionModels(),
    needs.agentItems(conversation),
  ]).then(([providers, unset, others, agents]) =>
    itemsOf(choosing, conversation, { providers, unset, others, agents }),
  );
  const picked = await pickOne(items, {
    title: words.selectModel,
    placeHolder: needs.isInSidecarPane(conversation) ? words.forSidecar : words.forConversation,
    matchOnDescription: true,
  });
  // A provider was set up: its models are in the list now.
  if ((await picked?.run?.()) === true) await pickModel(needs, choosing);
}

/** What was found on this machine and elsewhere. */
interface Found {
  providers: ProviderModels[];
  unset: UnsetServer | undefined;
  others: Model[];
  agents: ModelItem[];
}

/** Models that can answer now come first, so that Enter selects one. */
function itemsOf(choosing: Choosing, conversation: string, { providers, unset, others, agents }: Found): ModelItem[] {
  const { models } = choosing;
  const now = modelKey(models.current(conversation));
  const choice = (model: Model, about: string, setUp?: () => Promise<void>): ModelItem => ({
    label: model.name ?? model.id,
    description: `${modelKey(model) === now ? "$(check) " : ""}${about}`,
    run: async () => {
      await setUp?.();
      await models.choose(conversation, model);
    },
  });
  const ours = providers.map((found) => ({
    heading: separator(words.groupName(providerFacts[found.provider].name, found.keyFrom)),
    models: found.models.map((model) => choice(model, aboutWords(model, costWords(model)))),
    steps: stepsFor(choosing, found),
  }));
  const local = unset && {
    heading: separator(unset.name),
    models: unset.models.map((model) =>
      choice(model, aboutWords(model, costWords(model)), () => setUnset(choosing, unset)),
    ),
    steps: [],
  };
  const groups = [...new Set(others.map(vendorOf))].map((vendor) => ({
    heading: separator(vendor === "copilot" ? words.copilot : vendor),
    models: others
      .filter((model) => vendorOf(model) === vendor)
      .map((model) => choice(model, aboutWords(model, vendor === "copilot" ? words.copilotPlan : words.byExtension))),
    steps: [],
  }));
  return [
    ...arrange([...ours, ...(local ? [local] : []), ...groups], agents, separator(words.setUp)),
    separator(words.builtIn),
    choice(loopback, words.testModel),
    ...otherItems(others.length > 0),
  ];
}

function otherItems(hasExtensions: boolean): ModelItem[] {
  return [
    {
      label: words.findExtensions,
      description: hasExtensions ? "" : words.noExtensions,
      run: () => vscode.commands.executeCommand("workbench.extensions.search", "@category:chat"),
    },
    {
      label: words.completionModel,
      description: words.completionDetail,
      run: () => vscode.commands.executeCommand("galley.completion.selectModel"),
    },
    { label: words.openProviderSettings, run: () => showSettings("galley.providers") },
  ];
}

/** What a model takes, and what it costs. */
function aboutWords(model: Model, cost: string): string {
  return [takesWords(model), ...(cost === "" ? [] : [cost])].join(" · ");
}

/** The server becomes the user's own, and its models are listed as such. */
async function setUnset({ models }: Choosing, { address }: UnsetServer): Promise<void> {
  await storeAddress("custom", address);
  await models.refresh();
}

function stepsFor(setUp: SetUp, { provider, lacks, problem, models }: ProviderModels): ModelItem[] {
  const { name } = providerFacts[provider];
  switch (lacks) {
    case "key":
      return [{ label: words.setUpProvider(name), description: words.needsKey, run: () => setApiKey(setUp, provider) }];
    case "address":
      return [
        {
          label: words.addServer,
          description: words.addServerDetail,
          run: () => setServer(setUp, "custom"),
        },
      ];
    case "trust":
      return [
        {
          label: words.trustToFind,
          description: words.trustToFindDetail,
          run: () => vscode.commands.executeCommand("workbench.trust.manage"),
        },
      ];
    case "server":
      return ollamaItems(setUp);
    case undefined:
      if (problem !== undefined)
        return [
          { label: words.notListed(name), description: problem, run: () => fix(setUp, provider) },
          ...ownServer(setUp, provider),
        ];
      return models.length > 0
        ? [...limits(setUp, models), ...ownServer(setUp, provider)]
        : [
            {
              label: words.noModels(name),
              description: "",
              run: () => fix(setUp, provider),
            },
            ...ownServer(setUp, provider),
          ];
    default:
      return lacks satisfies never;
  }
}

/** Where Ollama does not answer: which machine was asked, and how to reach the user's own. */
export function ollamaItems(setUp: SetUp): { label: string; description: string; run: () => Promise<unknown> }[] {
  return ollamaSteps(vscode.env.remoteName).map(({ label, description, ...step }) => ({
    ...{ label, description },
    run: () => (step.act === "set-url" ? setServer(setUp, "ollama", step.url) : showLine(step.line)),
  }));
}

async function showLine(line: string): Promise<void> {
  const answer = await vscode.window.showInformationMessage(words.sshLine(line), words.copyLine);
  if (answer === words.copyLine) await vscode.env.clipboard.writeText(line);
}

/** The entry that sets what the server does not tell of its models. */
function limits({ models }: SetUp, listed: readonly Model[]): ModelItem[] {
  if (listed.every(({ guessed }) => guessed === undefined)) return [];
  const named = (model: Model): Model => models.named(modelKey(model));
  return [{ label: words.setLimits, description: words.assumedLimits, run: () => pickLimits(listed, named) }];
}

/** The entries that change and remove the user's own server. */
function ownServer(setUp: SetUp, provider: Provider): ModelItem[] {
  const address = provider === "custom" ? baseUrlSetting(provider) : "";
  if (address === "") return [];
  return [
    { label: words.changeServer, description: address, run: () => setServer(setUp, "custom") },
    { label: words.removeServer, description: address, run: () => removeServer(setUp) },
  ];
}

function fix(setUp: SetUp, provider: Provider): unknown {
  if (isOwnServer(provider)) return setServer(setUp, provider);
  return providerFacts[provider].needsKey ? setApiKey(setUp, provider) : showSettings(`galley.providers.${provider}`);
}

function showSettings(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", query);
}

/** Opens the settings of the model's provider. */
export function openSettings({ provider }: Model): Thenable<unknown> {
  return showSettings(`galley.providers.${provider}`);
}

function vendorOf({ id }: Model): string {
  return id.split("/", 1)[0] ?? "";
}

function separator(label: string): ModelItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
