// The words of a PDF, page by page. Loaded when a model that reads no PDFs is to get one.
import { extractText, getDocumentProxy } from "unpdf";

/** More words than any model takes. */
const MOST_CHARACTERS = 4_000_000;

/** `undefined` if the PDF has no text or cannot be read. */
export async function pdfWords(bytes: Uint8Array): Promise<string | undefined> {
  try {
    // The reader takes the bytes over: it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    const words = text.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join("\n\n");
    if (words.length > MOST_CHARACTERS) return `${words.slice(0, MOST_CHARACTERS)}\n[the rest is omitted]`;
    return text.some((page) => page.trim() !== "") ? words : undefined;
  } catch {
    // The PDF is damaged or needs a password: it has no words for us.
    return undefined;
  }
}

/** Reads only the given pages. `undefined` if the PDF cannot be read. */
export async function pdfPages(
  bytes: Uint8Array,
  first: number,
  last: number,
): Promise<{ pages: string[]; total: number } | undefined> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages: string[] = [];
    let room = MOST_CHARACTERS;
    for (let number = first; number <= Math.min(last, document.numPages); number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const words = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
      pages.push(words.slice(0, room).trim());
      room = Math.max(0, room - words.length);
    }
    return { pages, total: document.numPages };
  } catch {
    // The PDF is damaged or needs a password; the caller says so.
    return undefined;
  }
}
