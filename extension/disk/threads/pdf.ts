// The text of a PDF, page by page. Loaded when a PDF goes to a model that does not accept PDFs.
import { extractText, getDocumentProxy } from "unpdf";
import * as words from "../words.ts";

/** More text than any model takes. */
const MOST_CHARACTERS = 4_000_000;

/** `undefined` if the PDF has no text or cannot be read. */
export async function pdfWords(bytes: Uint8Array): Promise<string | undefined> {
  try {
    // The reader takes ownership of the bytes, so it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    const all = text.map((page, index) => words.pdfPage(index + 1, page.trim())).join("\n\n");
    if (all.length > MOST_CHARACTERS) return words.restOmitted(all.slice(0, MOST_CHARACTERS));
    return text.some((page) => page.trim() !== "") ? all : undefined;
  } catch {
    // The PDF is damaged or needs a password: its text cannot be read.
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
      const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
      pages.push(text.slice(0, room).trim());
      room = Math.max(0, room - text.length);
    }
    return { pages, total: document.numPages };
  } catch {
    // The PDF is damaged or needs a password; the caller says so.
    return undefined;
  }
}
