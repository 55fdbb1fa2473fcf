// The list of models for completion: what is set up, and whether each fills in the middle, as its server says.
import * as vscode from "vscode";
import { type Model, modelKey } from "../../message/model.ts";
import type { Result } from "../../message/result.ts";
import type { Fim } from "../../pipelines/completion/request.ts";
import { isOwnServer } from "../../providers/provider.ts";
import { shownUntilHidden } from "../window/ask.ts";
import { reportFault } from "../window/report-fault.ts";
import { type ModelRow, modelRows } from "./model-rows.ts";
import type { ListedModels, SetUpStep } from "./needs.ts";
import * as words from "./words.ts";

interface SelectPorts {
  listModels: () => Promise<readonly ListedModels[]>;
  /** Never rejects. */
  probe: (model: Model) => Promise<Result<Fim>>;
  /** `provider/model` of the one that is chosen. */
  current: () => string;
  /** Where Ollama does not answer. */
  ollamaSteps: () => readonly SetUpStep[];
}

interface Item extends vscode.QuickPickItem {
  model?: Model;
  /** Sets something up; then the list opens again. */
  run?: () => unknown;
}

/** Of each provider so many models are asked about, a few at a time: a list may have hundreds. */
const MOST_PROBED = 24;
const AT_ONCE = 4;

/** `undefined` if the user selects none. */
export async function selectModel(ports: SelectPorts): Promise<Model | undefined> {
  for (;;) {
    const chosen = await pick(ports);
    if (chosen?.run === undefined) return chosen?.model;
    await chosen.run();
  }
}

async function pick(ports: SelectPorts): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  Object.assign(list, {
    title: words.selectTitle,
    placeholder: words.selectHint,
    matchOnDescription: true,
    busy: true,
  });
  let chosen: Item | undefined;
  let isOpen = true;
  list.onDidAccept(() => {
    [chosen] = list.activeItems;
    list.hide();
  });
  fill(ports, list, () => isOpen).catch(reportFault);
  await shownUntilHidden(list, () => chosen !== undefined);
  isOpen = false;
  list.dispose();
  return chosen;
}

/** Shows the models as soon as they are listed, and what each can do as its server says so. */
async function fill(ports: SelectPorts, list: vscode.QuickPick<Item>, isOpen: () => boolean): Promise<void> {
  const groups = await ports.listModels();
  const probed = new Map<string, string>();
  const show = (): void => {
    if (!isOpen()) return;
    const [active] = list.activeItems;
    const about = (model: Model): string | undefined => probed.get(modelKey(model));
    const { ollamaSteps } = ports;
    list.items = modelRows({ groups, current: ports.current(), about, ollamaSteps, noModels, steps }).map(itemOf);
    // The one under the cursor stays there.
    const again = list.items.find((item) => item.model !== undefined && item.model === active?.model);
    if (again !== undefined) list.activeItems = [again];
  };
  const wanted = groups.flatMap(({ provider, models }) => (isOwnServer(provider) ? models.slice(0, MOST_PROBED) : []));
  for (const model of wanted) probed.set(modelKey(model), words.asking);
  show();
  while (wanted.length > 0 && isOpen()) {
    const some = wanted.splice(0, AT_ONCE);
    const answers = await Promise.all(some.map((model) => ports.probe(model)));
    for (const [at, model] of some.entries()) {
      const answer = answers[at];
      if (answer !== undefined)
        probed.set(modelKey(model), answer.ok ? words.fills(answer.value.format) : answer.failure.message);
    }
    show();
  }
  if (isOpen()) list.busy = false;
}

function itemOf(row: ModelRow): Item {
  if (row.kind === "title") return { label: row.title, kind: vscode.QuickPickItemKind.Separator };
  const { kind, ...item } = row;
  return item;
}

const setServer = (provider: string) => (): Thenable<unknown> =>
  vscode.commands.executeCommand("galley.setServer", provider);

const noModels: SetUpStep = { label: words.noModels, description: words.noModelsDetail, run: setServer("ollama") };

const steps: readonly SetUpStep[] = [
  { label: words.setOllama, run: setServer("ollama") },
  { label: words.setCustom, description: words.setCustomDetail, run: setServer("custom") },
  { label: words.setUpOther, run: () => vscode.commands.executeCommand("galley.setApiKey") },
];
