// Models that only converse, and that the user wants to be asked with every key. Of all windows.
import type * as vscode from "vscode";
import * as z from "zod/mini";

const KEY = "galley.completion.chatsAsked";

export class AskedChats {
  readonly #state: Pick<vscode.Memento, "get" | "update">;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#state = state;
  }

  /** By `provider/model`. */
  has(model: string): boolean {
    return this.#all().includes(model);
  }

  async set(model: string, isAsked: boolean): Promise<void> {
    const others = this.#all().filter((one) => one !== model);
    await this.#state.update(KEY, isAsked ? [...others, model] : others);
  }

  #all(): string[] {
    return z.array(z.string()).safeParse(this.#state.get(KEY)).data ?? [];
  }
}
