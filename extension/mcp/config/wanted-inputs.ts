// The missing inputs of a server: asks on sending or starting, never while typing, and not again once dismissed.
import type { Filled } from "./variables.ts";
import * as words from "./words.ts";

/** Why a server is used. Typing never asks the user for an input; sending a message asks once. */
export type Purpose = "typing" | "sending";

export class WantedInputs {
  #mayAsk = false;
  #waits: { why: string; isPutAway: boolean } | undefined;

  /** Why the server stays off; nothing when it has all it needs, for all we know. */
  get why(): string | undefined {
    return this.#waits?.why;
  }

  /** Once a question was put away only the user, who starts the server, brings it back. */
  isAskedFor(purpose: Purpose): boolean {
    return purpose === "sending" && this.#waits?.isPutAway !== true;
  }

  /** Of the start that runs or comes next. */
  allow(mayAsk: boolean): void {
    this.#mayAsk = mayAsk;
  }

  /** Asks also for one who sends while the server is being started for one who types. */
  async fill(fill: (mayAsk: boolean) => Promise<Filled>): Promise<Filled> {
    for (;;) {
      const isAsked = this.#mayAsk;
      const filled = await fill(isAsked);
      const input = filled.ok ? undefined : filled.failure.input;
      if (input !== undefined && isAsked !== this.#mayAsk) continue;
      this.#waits = input === undefined ? undefined : { why: words.waitsForInput(input), isPutAway: isAsked };
      return filled;
    }
  }
}
