// The missing inputs of a server: asks on sending or starting, never while typing, and not again once dismissed.
import type { Filled } from "./variables.ts";
import * as words from "./words.ts";

/** Why a server is used. Typing never asks the user for an input; sending a message asks once. */
export type Purpose = "typing" | "sending";

export class WantedInputs {
  #mayAsk = false;
  #waits: { why: string; isDismissed: boolean } | undefined;

  /** Why the server stays off; `undefined` if no input is known to be missing. */
  get why(): string | undefined {
    return this.#waits?.why;
  }

  /** After the user has dismissed a question, only starting the server asks again. */
  isAskedFor(purpose: Purpose): boolean {
    return purpose === "sending" && this.#waits?.isDismissed !== true;
  }

  /** For the current or next start. */
  allow(mayAsk: boolean): void {
    this.#mayAsk = mayAsk;
  }

  /** If the user sends while the server starts because of typing, fills again and asks. */
  async fill(fill: (mayAsk: boolean) => Promise<Filled>): Promise<Filled> {
    for (;;) {
      const isAsked = this.#mayAsk;
      const filled = await fill(isAsked);
      const input = filled.ok ? undefined : filled.failure.input;
      if (input !== undefined && isAsked !== this.#mayAsk) continue;
      this.#waits = input === undefined ? undefined : { why: words.waitsForInput(input), isDismissed: isAsked };
      return filled;
    }
  }
}
