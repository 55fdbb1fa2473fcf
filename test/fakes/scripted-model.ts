// A model whose every call waits until the test ends it, lets it fail, or the turn is stopped.
import { vi } from "vitest";

export class ScriptedModel {
  calls = 0;
  /** Ends said before the call they are for. */
  #endings: ("end" | "fail")[] = [];
  #waiting: ((ending: "end" | "fail") => void) | undefined;

  async *answer(signal: AbortSignal): AsyncGenerator<string> {
    this.calls += 1;
    yield `answer ${this.calls} `;
    const ending = this.#endings.shift() ?? (await this.#ending(signal));
    if (ending === "fail") throw new Error("the line was cut");
    yield "done";
  }

  #ending(signal: AbortSignal): Promise<"end" | "fail"> {
    const { promise, resolve } = Promise.withResolvers<"end" | "fail">();
    this.#waiting = resolve;
    const stop = (): void => {
      resolve("end");
    };
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    return promise.finally(() => {
      this.#waiting = undefined;
    });
  }

  /** Whether a call is under way that waits for its end. */
  get isAsked(): boolean {
    return this.#waiting !== undefined;
  }

  /** Resolves when the `count`th call waits for its end. */
  called(count: number): Promise<void> {
    return vi
      .waitUntil(() => this.calls >= count && this.isAsked, { timeout: 5000, interval: 5 })
      .then(() => undefined);
  }

  /** Ends the call that runs, or the next one. */
  end(): Promise<void> {
    return this.#give("end");
  }

  fail(): Promise<void> {
    return this.#give("fail");
  }

  async #give(ending: "end" | "fail"): Promise<void> {
    if (this.#waiting === undefined) this.#endings.push(ending);
    else this.#waiting(ending);
    await Promise.resolve();
  }
}
