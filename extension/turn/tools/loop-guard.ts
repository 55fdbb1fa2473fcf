// Asks the user whether a turn should continue, after many rounds of tools or the same calls again and again.
import type { AssistantPart, ToolCall } from "../../message/message.ts";
import type { PendingAsks } from "./pending-asks.ts";
import * as words from "../words.ts";

/** A turn runs this many rounds before it asks the user whether to continue. */
export const ROUNDS = 40;

/** So many identical rounds in a row count as a loop that leads nowhere. */
export const SAME = 4;

export class LoopGuard {
  readonly #asks: PendingAsks;
  readonly #signal: AbortSignal;
  #rounds = 0;
  #same = 0;
  #last = "";

  constructor(asks: PendingAsks, signal: AbortSignal) {
    this.#asks = asks;
    this.#signal = signal;
  }

  /** `false` if the user ends or stops the turn. */
  async mayRun(calls: readonly ToolCall[]): Promise<boolean> {
    const now = JSON.stringify(calls.map(({ name, input }) => [name, input]));
    this.#rounds += 1;
    this.#same = now === this.#last ? this.#same + 1 : 1;
    this.#last = now;
    const question = this.#reasonToAsk(calls);
    if (question === undefined) return true;
    const [first] = calls;
    const reply = await this.#asks.ask({ type: "go-on", call_id: first?.id ?? "", words: question }, this.#signal);
    this.#rounds = 0;
    this.#same = 0;
    return reply?.type === "allow";
  }

  #reasonToAsk([first]: readonly ToolCall[]): string | undefined {
    if (this.#same >= SAME) return words.sameCalls(first?.name, SAME);
    return this.#rounds > ROUNDS ? words.manyRounds(ROUNDS) : undefined;
  }
}

/** The results of calls after which the user ended the turn. */
export function notRun(calls: readonly ToolCall[]): Extract<AssistantPart, { type: "tool-result" }>[] {
  const output = words.endedBeforeCall;
  return calls.map(({ id }) => ({ type: "tool-result", id, output, is_error: true, not_run: true }));
}
