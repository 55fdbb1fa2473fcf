// Reads PDFs in a worker thread, so that one that never ends or fills the memory does not harm the process.
import { reasonOf } from "../../text/reason.ts";
import type { Pdfs } from "../../tools/ports.ts";
import { Thread } from "./thread.ts";
import * as words from "../words.ts";

export interface PdfJob {
  bytes: Uint8Array;
  /** Default: all pages. */
  pages?: { first: number; last: number };
}

/** Larger ones are not read: their words would not be sent anyway. */
const MOST_BYTES = 20 * 1024 * 1024;

const LIMITS = {
  memory: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  timeMs: 10_000,
  words: words.pdf,
};

export class PdfThread implements Pdfs {
  readonly #thread: Thread;

  /** The file is `pdf-worker`, built or as source. */
  constructor(file: string | URL, timeMs = LIMITS.timeMs) {
    this.#thread = new Thread(file, { ...LIMITS, timeMs });
  }

  readonly pages: Pdfs["pages"] = async (bytes, first, last) => {
    if (bytes.length > MOST_BYTES) return { why: words.pdfTooLarge(MOST_BYTES / 1024 / 1024) };
    try {
      return (await this.#do({ bytes, pages: { first, last } })) as Awaited<ReturnType<Pdfs["pages"]>>;
    } catch (error) {
      return { why: reasonOf(error) };
    }
  };

  /** `undefined` if the PDF has no text or cannot be read within the limits. */
  readonly words = async (bytes: Uint8Array): Promise<string | undefined> => {
    if (bytes.length > MOST_BYTES) return undefined;
    try {
      return (await this.#do({ bytes })) as string | undefined;
    } catch {
      // Without its words, the model gets the name and the size of the PDF.
      return undefined;
    }
  };

  dispose(): void {
    this.#thread.dispose();
  }

  async #do(job: PdfJob): Promise<unknown> {
    const { answer } = (await this.#thread.do(job)) as { answer: unknown };
    return answer;
  }
}
