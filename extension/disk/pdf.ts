// The words of a PDF, page by page. Loaded when a model that reads no PDFs is to get one.
import { extractText, getDocumentProxy } from "unpdf";

/** Nothing when there are no words in it, or nobody can read it. */
export async function pdfWords(bytes: Uint8Array): Promise<string | undefined> {
  try {
    // The reader takes the bytes over: it gets a copy.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const { text } = await extractText(document, { mergePages: false });
    const words = text.map((page, index) => `[page ${index + 1}]\n${page.trim()}`).join("\n\n");
    return text.some((page) => page.trim() !== "") ? words : undefined;
  } catch {
    return undefined;
  }
}

/** Only the pages asked for are read. Nothing when nobody can read it. */
export async function pdfPages(
  bytes: Uint8Array,
  first: number,
  last: number,
): Promise<{ pages: string[]; total: number } | undefined> {
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    const pages: string[] = [];
    for (let number = first; number <= Math.min(last, document.numPages); number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      pages.push(
        items
          .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
          .join("")
          .trim(),
      );
    }
    return { pages, total: document.numPages };
  } catch {
    return undefined;
  }
}
