// The thread in which PDFs are read. Whoever started it stops it when one takes too long.
import { parentPort } from "node:worker_threads";
import type { PdfJob } from "./pdf-thread.ts";

parentPort?.on("message", (job: PdfJob) => {
  void read(job).then((answer) => parentPort?.postMessage({ answer }));
});
parentPort?.postMessage("ready");

/** Loaded with the first job: starting the thread has a limit of time of its own. */
async function read({ bytes, pages }: PdfJob): Promise<unknown> {
  const { pdfPages, pdfWords } = await import("./pdf.ts");
  return pages === undefined ? pdfWords(bytes) : pdfPages(bytes, pages.first, pages.last);
}
