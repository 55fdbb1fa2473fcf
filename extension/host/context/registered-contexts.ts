// Contexts of other extensions: each is an @mention, and its provider is asked when the message is sent.
import * as vscode from "vscode";
import { isContextName } from "../../acquire/context.ts";
import type { ContextProvider } from "../../acquire/context-provider.ts";
import * as words from "./words.ts";

export class RegisteredContexts {
  readonly #providers = new Map<string, ContextProvider>();

  /** Throws when the name is taken or cannot be typed. */
  register(kind: string, provider: ContextProvider): vscode.Disposable {
    if (!/^[a-z][\w.-]*$/i.test(kind)) throw new Error(words.invalidName(kind));
    if (isContextName(kind) || this.#providers.has(kind)) throw new Error(words.nameTaken(kind));
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
