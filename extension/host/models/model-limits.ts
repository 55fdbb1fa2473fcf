// Sets what a server does not tell of a model: its context window, the length of an answer, images and tools.
import * as vscode from "vscode";
import { isGuessed, type Model } from "../../message/model.ts";
import { type ModelFacts, takesWords } from "../../providers/model-table.ts";
import { withModelFacts } from "../settings/model-setting.ts";
import { askText, pickOne } from "../window/ask.ts";
import * as words from "./words.ts";

type Fact = NonNullable<Model["guessed"]>[number];

interface LimitItem extends vscode.QuickPickItem {
  /** Asks for the new value; `undefined` if the user canceled. */
  ask: () => Promise<Partial<ModelFacts> | undefined>;
}

const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** Asks for the model, and then for its limits. */
export async function pickLimits(models: readonly Model[], named: (model: Model) => Model): Promise<void> {
  const items = models.map((model) => ({ label: model.name ?? model.id, description: takesWords(model), model }));
  const picked = await pickOne(items, { title: words.selectModelToLimit, matchOnDescription: true });
  if (picked !== undefined) await setLimits(picked.model, named);
}

/** Shows the limits until the user closes the list. `named` reads the model again after each change. */
async function setLimits(model: Model, named: (model: Model) => Model): Promise<void> {
  for (let current = model; ; current = named(model)) {
    const picked = await pickOne(itemsOf(current), {
      title: words.limitsTitle(current.name ?? current.id),
      placeHolder: words.limitsPlaceholder,
    });
    if (picked === undefined) return;
    const facts = await picked.ask();
    if (facts !== undefined) await store(current, facts);
  }
}

function itemsOf(model: Model): LimitItem[] {
  const { context_window, max_output, accepts, tools } = model;
  const seesImages = accepts.some((mime) => mime.startsWith("image/"));
  const item = (fact: Fact, label: string, value: string, ask: LimitItem["ask"]): LimitItem => ({
    label,
    description: isGuessed(model, fact) ? words.assumedValue(value) : value,
    ask,
  });
  return [
    item("context_window", words.contextWindow, words.tokens(context_window), async () =>
      asFact("context_window", await askTokens(words.contextWindow, context_window)),
    ),
    item("max_output", words.maximumAnswer, words.tokens(max_output), async () =>
      asFact("max_output", await askTokens(words.maximumAnswer, max_output)),
    ),
    item("accepts", words.images, words.yesOrNo(seesImages), async () => {
      const answer = await askWhether(words.images);
      const others = accepts.filter((mime) => !mime.startsWith("image/"));
      return answer === undefined ? undefined : { accepts: answer ? [...others, ...IMAGES] : others };
    }),
    item("tools", words.toolCalls, words.yesOrNo(tools), async () =>
      asFact("tools", await askWhether(words.toolCalls)),
    ),
  ];
}

function asFact<Name extends keyof ModelFacts>(
  name: Name,
  value: ModelFacts[Name] | undefined,
): Partial<ModelFacts> | undefined {
  return value === undefined ? undefined : { [name]: value };
}

async function askTokens(title: string, now: number): Promise<number | undefined> {
  const typed = await askText({
    title,
    prompt: words.numberOfTokens,
    value: String(now),
    validateInput: (value) => (/^[1-9]\d{0,8}$/.test(value.trim()) ? undefined : words.enterNumber),
  });
  return typed === undefined ? undefined : Number(typed.trim());
}

async function askWhether(title: string): Promise<boolean | undefined> {
  const items = [
    { label: words.yes, is: true },
    { label: words.no, is: false },
  ];
  return (await pickOne(items, { title }))?.is;
}

async function store({ provider, id }: Model, facts: Partial<ModelFacts>): Promise<void> {
  const settings = vscode.workspace.getConfiguration(`galley.providers.${provider}`);
  const given = settings.inspect("models")?.globalValue;
  await settings.update("models", withModelFacts(given, id, facts), vscode.ConfigurationTarget.Global);
}
