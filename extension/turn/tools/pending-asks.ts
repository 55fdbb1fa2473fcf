// The approvals, questions and forms of a turn that wait for the user's reply, and the calls that wait for other calls.
import type { Ask, Reply } from "../../protocol/ask.ts";

interface PendingAsk {
  ask: Ask;
  settle: (reply: Reply | undefined) => void;
  /** Stops listening to the turn's abort signal. */
  forget: () => void;
}

export class PendingAsks {
  #pending: readonly PendingAsk[] = [];
  #held: readonly string[] = [];
  /** How often the user has replied. */
  replies = 0;
  readonly #changed: (asks: Ask[], held: string[]) => void;

  constructor(changed: (asks: Ask[], held: string[]) => void) {
    this.#changed = changed;
  }

  /** `undefined` if the user stops the turn instead. */
  ask(asked: Ask, signal: AbortSignal): Promise<Reply | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const ask = { ...asked, call_id: this.#freeId(asked.call_id) };
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
    const stop = (): void => {
      settle(undefined);
    };
    const forget = (): void => {
      signal.removeEventListener("abort", stop);
    };
    const settle = (reply: Reply | undefined): void => {
      forget();
      this.#set(this.#pending.filter((other) => other !== pending));
      resolve(reply);
    };
    const pending: PendingAsk = { ask, settle, forget };
    signal.addEventListener("abort", stop, { once: true });
    this.#set([...this.#pending, pending]);
    return promise;
  }

  /** Shows that the call waits for those before it, until they end. */
  async hold(callId: string, before: Promise<void>): Promise<void> {
    this.#held = [...this.#held, callId];
    this.#tell();
    await before;
    this.#held = this.#held.filter((id) => id !== callId);
    this.#tell();
  }

  /** `false` if no ask waits for this reply. */
  reply(callId: string, reply: Reply): boolean {
    const pending = this.#pending.find(({ ask }) => ask.call_id === callId);
    if (pending !== undefined) this.replies += 1;
    pending?.settle(reply);
    return pending !== undefined;
  }

  /** The window closes. The asks stay open for the next window. */
  leave(): void {
    for (const { forget } of this.#pending) forget();
  }

  /** An agent may ask about one call twice before the user replies; a reply answers only one of the questions. */
  #freeId(id: string): string {
    return this.#pending.some(({ ask }) => ask.call_id === id) ? this.#freeId(`${id}+`) : id;
  }

  #set(pending: readonly PendingAsk[]): void {
    this.#pending = pending;
    this.#tell();
  }

  #tell(): void {
    this.#changed(
      this.#pending.map(({ ask }) => ask),
      [...this.#held],
    );
  }
}
