// Searches in a worker thread, so that a pattern that never ends does not block the process.
import { reasonOf } from "../../text/reason.ts";
import type { Matcher, Searched } from "../../tools/ports.ts";
import { Thread } from "./thread.ts";
import * as words from "../words.ts";

const LIMITS = {
  memory: { maxOldGenerationSizeMb: 256, stackSizeMb: 4 },
  timeMs: 5_000,
  words: words.search,
};

export class GrepThread implements Matcher {
  readonly #thread: Thread;

  /** The file is `grep-worker`, built or as source. */
  constructor(file: string | URL, timeMs = LIMITS.timeMs) {
    this.#thread = new Thread(file, { ...LIMITS, timeMs });
  }

  readonly search: Matcher["search"] = (job, signal) =>
    this.#thread.do(job, signal).then(
      (searched) => ({ ok: true, value: searched as Searched }),
      (error: unknown) => ({ ok: false, failure: reasonOf(error) }),
    );

  dispose(): void {
    this.#thread.dispose();
  }
}
