// Which contexts come by themselves in this workspace: what was chosen here, else what the settings say.
import * as vscode from "vscode";
import { CONTEXT_NAMES, type ContextName } from "../acquire/context.ts";
import { defaultPolicy, parsePolicy, type Policy } from "../acquire/policy.ts";

const CHOSEN = "galley.policies";

export class Policies implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange = this.#changed.event;
  /** Whoever changes a setting means it: a choice made before does not stand against it. */
  readonly #listening = vscode.workspace.onDidChangeConfiguration((event) => {
    const touched = CONTEXT_NAMES.filter((name) => event.affectsConfiguration(`galley.${settingOf(name)}`));
    if (touched.length > 0) this.#store(this.#chosen().filter(([name]) => !touched.some((other) => other === name)));
  });

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(name: ContextName): Policy {
    const chosen = this.#chosen().find(([known]) => known === name)?.[1];
    const setting = vscode.workspace.getConfiguration("galley").get<unknown>(settingOf(name));
    return parsePolicy(chosen) ?? parsePolicy(setting) ?? defaultPolicy(name);
  }

  /** For this workspace, and only on this machine: it is nobody else's. */
  choose(name: ContextName, policy: Policy): void {
    this.#store([...this.#chosen().filter(([known]) => known !== name), [name, policy]]);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  #chosen(): [string, unknown][] {
    return Object.entries(this.#memento.get<Record<string, unknown>>(CHOSEN, {}));
  }

  #store(chosen: [string, unknown][]): void {
    void this.#memento.update(CHOSEN, Object.fromEntries(chosen));
    this.#changed.fire();
  }
}

/** Settings are called after the kind of the part. */
function settingOf(name: ContextName): string {
  return `context.${name === "last" ? "last-action" : name}`;
}
