// The worker thread that reads PDFs. Its owner ends it if a PDF takes too long.
import { parentPort } from "node:worker_threads";
import type { PdfJob } from "./pdf-thread.ts";

parentPort?.on("message", (job: PdfJob) => {
  void read(job).then((answer) => parentPort?.postMessage({ answer }));
});
parentPort?.postMessage("ready");

/** Loads the library with the first job, because the start of the thread has a shorter time limit. */
async function read({ bytes, pages }: PdfJob): Promise<unknown> {
  const { pdfPages, pdfWords } = await import("./pdf.ts");
  return pages === undefined ? pdfWords(bytes) : pdfPages(bytes, pages.first, pages.last);
}
