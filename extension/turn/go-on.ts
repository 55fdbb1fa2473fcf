// Whether a loop of calls may go on: after many rounds, or the same call again and again, the user is asked.
import type { AssistantPart, ToolCall } from "../message/message.ts";
import type { Waits } from "./waits.ts";

/** A turn runs this many rounds before it asks the user whether to continue. */
export const ROUNDS = 40;

/** The same calls, word for word, so often in a row are a loop that leads nowhere. */
export const SAME = 4;

export class GoOn {
  readonly #waits: Waits;
  readonly #signal: AbortSignal;
  #rounds = 0;
  #same = 0;
  #last = "";

  constructor(waits: Waits, signal: AbortSignal) {
    this.#waits = waits;
    this.#signal = signal;
  }

  /** `false` when the user said to end here, or stopped the turn. */
  async may(calls: readonly ToolCall[]): Promise<boolean> {
    const now = JSON.stringify(calls.map(({ name, input }) => [name, input]));
    this.#rounds += 1;
    this.#same = now === this.#last ? this.#same + 1 : 1;
    this.#last = now;
    const words = this.#doubt(calls);
    if (words === undefined) return true;
    const [first] = calls;
    const reply = await this.#waits.ask({ type: "go-on", call_id: first?.id ?? "", words }, this.#signal);
    this.#rounds = 0;
    this.#same = 0;
    return reply?.type === "allow";
  }

  #doubt([first]: readonly ToolCall[]): string | undefined {
    if (this.#same >= SAME)
      return `The model called ${first?.name ?? "a tool"} ${SAME} times with the same input. Continue?`;
    return this.#rounds > ROUNDS ? `The model has used tools ${ROUNDS} times for this message. Continue?` : undefined;
  }
}

/** The results of calls after which the user ended the turn. */
export function notRun(calls: readonly ToolCall[]): Extract<AssistantPart, { type: "tool-result" }>[] {
  const output = "Not run: the user ended the turn here.";
  return calls.map(({ id }) => ({ type: "tool-result", id, output, is_error: true, not_run: true }));
}
