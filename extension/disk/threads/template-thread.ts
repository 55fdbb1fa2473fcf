// Renders templates in a worker thread, so that one that never ends does not block the process.
import type { Rendered, RenderTemplates } from "../../assemble/templates/template-job.ts";
import { reasonOf } from "../../text/reason.ts";
import { Thread } from "./thread.ts";
import * as words from "../words.ts";

const LIMITS = {
  memory: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  timeMs: 1_000,
  words: words.template,
};

export class TemplateThread {
  readonly #thread: Thread;

  /** The file is `template-worker`, built or as source. */
  constructor(file: string | URL) {
    this.#thread = new Thread(file, LIMITS);
  }

  readonly render: RenderTemplates = (job) =>
    this.#thread.do(job).then(
      (rendered) => rendered as Rendered[],
      (error: unknown) => job.templates.map(() => ({ ok: false, failure: { message: reasonOf(error) } })),
    );

  dispose(): void {
    this.#thread.dispose();
  }
}
