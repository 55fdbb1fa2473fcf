// Which contexts are offered or sent automatically in this workspace: the user's choice here, else the settings.
import * as vscode from "vscode";
import { CONTEXT_NAMES, type ContextName, isContextName } from "../../acquire/context.ts";
import { defaultPolicy, parsePolicy, type Policy } from "../../acquire/policy.ts";
import { readSetting } from "../settings/settings.ts";

const CHOSEN = "galley.policies";

export class Policies implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onChange = this.#changed.event;
  #own = ownSettings();
  /** A setting that the user changes replaces an earlier choice for this workspace. A setting of a folder does not. */
  readonly #listening = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration("galley.context")) return;
    const before = this.#own;
    this.#own = ownSettings();
    const touched = CONTEXT_NAMES.filter((name) => this.#own.get(name) !== before.get(name));
    this.#store(this.#chosen().filter(([name]) => !touched.some((other) => other === name)));
  });

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** A context of another extension has no setting. */
  of(name: string): Policy {
    const chosen = this.#chosen().find(([known]) => known === name)?.[1];
    const set = isContextName(name) ? readSetting(settingOf(name)) : undefined;
    return parsePolicy(chosen) ?? parsePolicy(set) ?? defaultPolicy(name);
  }

  /** Stored for this workspace on this machine, not in settings that others share. */
  choose(name: string, policy: Policy): void {
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

/** The user's own settings, without those of the workspace. */
function ownSettings(): Map<ContextName, unknown> {
  const settings = vscode.workspace.getConfiguration("galley");
  return new Map(CONTEXT_NAMES.map((name) => [name, settings.inspect<unknown>(settingOf(name))?.globalValue]));
}

/** A setting is named after the kind of the part. */
function settingOf(name: ContextName): string {
  return `context.${name === "last" ? "last-action" : name}`;
}
