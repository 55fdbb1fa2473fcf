// Contexts of other extensions: each is an @mention, and its provider is asked when the message is sent.
import * as vscode from "vscode";
import { isContextName } from "../../../acquire/context.ts";
import type { ContextProvider } from "../../../acquire/context-provider.ts";
import * as words from "../words.ts";

/** A context that can be mentioned, as the list of suggestions shows it. */
export interface MentionableContext {
  name: string;
  words: string;
  /** It has entities to choose from. */
  hasEntities?: boolean;
}

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
  get all(): MentionableContext[] {
    return Array.from(this.#providers, ([name, provider]) => ({
      name,
      words: provider.title,
      hasEntities: provider.find !== undefined,
    }));
  }

  /** Those that the user may let Galley add to messages. */
  get automatic(): MentionableContext[] {
    return this.all.filter(({ name }) => this.#providers.get(name)?.automatic === true);
  }

  provider(kind: string): ContextProvider | undefined {
    return this.#providers.get(kind);
  }
}
