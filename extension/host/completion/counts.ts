// The statistics on this machine: counted here, and added to what other windows have counted.
import type * as vscode from "vscode";
import {
  type Counted,
  counting,
  parseStatistics,
  type Statistics,
  sum,
} from "../../pipelines/completion/session/statistics.ts";

const KEY = "galley.completion.statistics";

/** Counts are gathered for so long: they are not written with every key. */
const GATHER_MS = 2_000;

export class StoredCounts implements vscode.Disposable {
  readonly #state: Pick<vscode.Memento, "get" | "update">;
  #fresh: Statistics = {};
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: Pick<vscode.Memento, "get" | "update">) {
    this.#state = state;
  }

  get all(): Statistics {
    return sum(parseStatistics(this.#state.get(KEY)), this.#fresh);
  }

  /** By `provider/model`. */
  count(model: string, ...counted: readonly Counted[]): void {
    this.#fresh = counting(this.#fresh, model, ...counted);
    this.#timer ??= setTimeout(() => this.#write(), GATHER_MS);
  }

  async clear(): Promise<void> {
    this.#fresh = {};
    await this.#state.update(KEY, undefined);
  }

  dispose(): void {
    if (this.#timer !== undefined) this.#write();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.all;
    this.#fresh = {};
    void this.#state.update(KEY, all);
  }
}
