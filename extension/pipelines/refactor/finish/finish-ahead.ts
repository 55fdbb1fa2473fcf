// Finishes an answer when its code block has ended: most models say nothing after it, and their end takes a moment longer.
import type { Result } from "../../../message/result.ts";
import { type Finished, type FinishInput, finishRefactor, type Refusal } from "./finish.ts";

/** An answer in many blocks is finished at its end. */
const MOST = 3;

const FENCE = /\n[ \t]*(?:`{3,}|~{3,})\s*$/;

export class FinishAhead {
  readonly #about: Omit<FinishInput, "output" | "isCut">;
  #count = 0;
  #ahead: { output: string; finished: Promise<Result<Finished, Refusal>> } | undefined;

  constructor(about: Omit<FinishInput, "output" | "isCut">) {
    this.#about = about;
  }

  /** Everything said so far. */
  said(output: string): void {
    if (this.#count >= MOST || !FENCE.test(output.slice(-40))) return;
    this.#count += 1;
    this.#ahead = { output, finished: finishRefactor({ ...this.#about, output, isCut: false }) };
  }

  /** Never rejects. */
  finish(output: string, isCut: boolean): Promise<Result<Finished, Refusal>> {
    if (!isCut && this.#ahead?.output === output) return this.#ahead.finished;
    return finishRefactor({ ...this.#about, output, isCut });
  }
}
