// The instructions that were used last in this workspace, newest first.
import type * as vscode from "vscode";
import * as z from "zod/mini";

const KEY = "galley.refactor.recents";
const MOST = 20;
const MOST_LENGTH = 2_000;

export class Recents {
  readonly #state: Pick<vscode.Memento, "get" | "update">;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#state = state;
  }

  get all(): readonly string[] {
    return z.array(z.string()).safeParse(this.#state.get(KEY)).data ?? [];
  }

  add(instruction: string): void {
    if (instruction === "" || instruction.length > MOST_LENGTH) return;
    this.#keep([instruction, ...this.all.filter((one) => one !== instruction)].slice(0, MOST));
  }

  remove(instruction: string): void {
    this.#keep(this.all.filter((one) => one !== instruction));
  }

  #keep(all: readonly string[]): void {
    void this.#state.update(KEY, all);
  }
}
