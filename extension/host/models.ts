// Which model answers: the setting, what is known of it, and the picker.
import * as vscode from "vscode";
import { type Model, modelKey } from "../message/model.ts";
import { loopback } from "../turn/wire.ts";
import { listLanguageModels } from "./language-model.ts";
import { modelSetting } from "./settings.ts";

export class Models implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #known: Model[] = [];
  readonly onChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      vscode.lm.onDidChangeChatModels(() => void this.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("galley.model")) this.#changed.fire();
      }),
    ];
    if (modelSetting() !== modelKey(loopback)) void this.refresh();
  }

  /** The chosen model. One that is not there now keeps its name, and sending to it says so. */
  current(): Model {
    return this.named(modelSetting());
  }

  /** By `provider/model`. */
  named(key: string): Model {
    if (key === modelKey(loopback)) return loopback;
    const known = this.#known.find((model) => modelKey(model) === key);
    const [provider = "", ...rest] = key.split("/");
    return known ?? { ...loopback, provider, id: rest.join("/"), name: key };
  }

  async refresh(): Promise<Model[]> {
    this.#known = await listLanguageModels();
    this.#changed.fire();
    return this.#known;
  }

  async pick(): Promise<void> {
    type Item = vscode.QuickPickItem & { run: () => Thenable<unknown> };
    const choose = (model: Model, detail: string): Item => ({
      label: model.name ?? model.id,
      description: detail,
      run: () =>
        vscode.workspace.getConfiguration("galley").update("model", modelKey(model), vscode.ConfigurationTarget.Global),
    });
    const items = this.refresh().then((models): Item[] => [
      ...models.map((model) => choose(model, `${model.id}, ${Math.round(model.context_window / 1000)}k tokens`)),
      choose(loopback, "built in: tells what it received, is not a language model"),
      {
        label: "$(extensions) Find extensions that bring language models…",
        description: models.length === 0 ? "none is installed yet" : "",
        run: () => vscode.commands.executeCommand("workbench.extensions.search", "@category:chat"),
      },
    ]);
    const picked = await vscode.window.showQuickPick(items, {
      title: "Choose the model that answers",
      matchOnDescription: true,
    });
    await picked?.run();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
