// Contexts that other extensions bring: each a new @mention, asked when its message is sent.
import * as vscode from "vscode";
import { isContextName } from "../../acquire/context.ts";
import type { ContextProvider } from "../../acquire/context-provider.ts";

export class RegisteredContexts {
  readonly #providers = new Map<string, ContextProvider>();

  /** Throws when the name is taken or cannot be typed. */
  register(kind: string, provider: ContextProvider): vscode.Disposable {
    if (!/^[a-z][\w.-]*$/i.test(kind)) throw new Error(`Invalid context name ${kind}: use letters only.`);
    if (isContextName(kind) || this.#providers.has(kind))
      throw new Error(`A context named ${kind} is already registered.`);
    this.#providers.set(kind, provider);
    return new vscode.Disposable(() => this.#providers.delete(kind));
  }

  /** In the order they were registered. */
  get all(): { name: string; words: string }[] {
    return Array.from(this.#providers, ([name, { title }]) => ({ name, words: title }));
  }

  provider(kind: string): ContextProvider | undefined {
    return this.#providers.get(kind);
  }
}
