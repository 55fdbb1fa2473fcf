// The tools' reader of PDFs, loaded when one is read.
import type { Pdfs } from "../tools/ports.ts";

export const diskPdfs: Pdfs = {
  async pages(bytes, first, last) {
    const { pdfPages } = await import("./pdf.ts");
    return pdfPages(bytes, first, last);
  },
};
