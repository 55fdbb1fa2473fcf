// A cache of the text of PDFs, by their content.

/** Limits the cached text; the oldest is dropped first. */
const MOST_KEPT = 50;

type ReadWords = (bytes: Uint8Array) => Promise<string | undefined>;

export class PdfTexts {
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #known = new Map<string, string | undefined>();
  readonly #words: ReadWords;

  /** A window reads in a thread; the command line may read where it runs. */
  constructor(words: ReadWords = readHere) {
    this.#words = words;
  }

  /** Resolves when `text` can tell. Never rejects. */
  async read(id: string, bytes: () => Uint8Array | undefined): Promise<void> {
    const reading = this.#texts.get(id) ?? this.#wordsOf(bytes());
    this.#texts.set(id, reading);
    this.#known.set(id, await reading);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size <= MOST_KEPT || oldest === undefined || oldest === id) return;
    this.#texts.delete(oldest);
    this.#known.delete(oldest);
  }

  text(id: string): string | undefined {
    return this.#known.get(id);
  }

  #wordsOf(bytes: Uint8Array | undefined): Promise<string | undefined> {
    return bytes === undefined ? Promise.resolve(undefined) : this.#words(bytes);
  }
}

const readHere: ReadWords = async (bytes) => {
  const { pdfWords } = await import("./pdf.ts");
  return pdfWords(bytes);
};
