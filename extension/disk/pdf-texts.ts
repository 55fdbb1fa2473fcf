// The words of PDFs that were read, by their content: read once, known from then on.

/** Of the words kept, oldest first out. */
const MOST_KEPT = 50;

/** Larger ones are not read: their words would not be sent anyway. */
const MOST_BYTES = 20 * 1024 * 1024;

export class PdfTexts {
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #known = new Map<string, string | undefined>();

  /** Resolves when `text` can tell. Never rejects. */
  async read(id: string, bytes: () => Uint8Array | undefined): Promise<void> {
    const reading = this.#texts.get(id) ?? wordsOf(bytes());
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
}

async function wordsOf(bytes: Uint8Array | undefined): Promise<string | undefined> {
  if (bytes === undefined || bytes.length > MOST_BYTES) return undefined;
  const { pdfWords } = await import("./pdf.ts");
  return pdfWords(bytes);
}
