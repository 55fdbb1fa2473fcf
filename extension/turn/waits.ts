// What a turn waits for: the user's replies to approvals and questions, and calls that run only after others.
import type { Ask, Reply } from "../protocol/ask.ts";

interface Waiting {
  ask: Ask;
  settle: (reply: Reply | undefined) => void;
  /** Stops listening to the turn's abort signal. */
  forget: () => void;
}

export class Waits {
  #waiting: readonly Waiting[] = [];
  #held: readonly string[] = [];
  /** How often the user has replied. */
  replies = 0;
  readonly #changed: (asks: Ask[], held: string[]) => void;

  constructor(changed: (asks: Ask[], held: string[]) => void) {
    this.#changed = changed;
  }

  /** `undefined` when the turn was stopped instead. */
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
      this.#set(this.#waiting.filter((other) => other !== waiting));
      resolve(reply);
    };
    const waiting: Waiting = { ask, settle, forget };
    signal.addEventListener("abort", stop, { once: true });
    this.#set([...this.#waiting, waiting]);
    return promise;
  }

  /** The call has not begun: it waits for those before it. */
  async hold(callId: string, before: Promise<void>): Promise<void> {
    this.#held = [...this.#held, callId];
    this.#tell();
    await before;
    this.#held = this.#held.filter((id) => id !== callId);
    this.#tell();
  }

  /** `false` if no call waits for this reply. */
  reply(callId: string, reply: Reply): boolean {
    const waiting = this.#waiting.find(({ ask }) => ask.call_id === callId);
    if (waiting !== undefined) this.replies += 1;
    waiting?.settle(reply);
    return waiting !== undefined;
  }

  /** The window goes: what is asked stays asked, for the next one. */
  leave(): void {
    for (const { forget } of this.#waiting) forget();
  }

  /** An agent may ask about one call twice before the user replies; a reply answers only one of the questions. */
  #freeId(id: string): string {
    return this.#waiting.some(({ ask }) => ask.call_id === id) ? this.#freeId(`${id}+`) : id;
  }

  #set(waiting: readonly Waiting[]): void {
    this.#waiting = waiting;
    this.#tell();
  }

  #tell(): void {
    this.#changed(
      this.#waiting.map(({ ask }) => ask),
      [...this.#held],
    );
  }
}
