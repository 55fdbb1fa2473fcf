// PDFs are read in a thread: one that never ends costs words, and leaves the host free.
import { afterAll, describe, expect, it } from "vitest";
import { PdfThread } from "../../extension/disk/threads/pdf-thread.ts";
import { heavyPdf, pdfOf } from "../fakes/pdf.ts";

const WORKER = new URL("../../extension/disk/threads/pdf-worker.ts", import.meta.url);
const thread = new PdfThread(WORKER);
afterAll(() => {
  thread.dispose();
});

describe("a PDF", () => {
  it("is read as words and as pages", async () => {
    expect(await thread.words(pdfOf("Hello there"))).toBe("[page 1]\nHello there");
    expect(await thread.pages(pdfOf("Hello there"), 1, 5)).toEqual({ pages: ["Hello there"], total: 1 });
    expect(await thread.pages(Buffer.from("%PDF-1.4 broken"), 1, 5)).toBeUndefined();
  });

  it("that takes too long is given up in words, and the next one is read", async () => {
    const impatient = new PdfThread(WORKER, 300);
    const heavy = heavyPdf(3_000_000);
    const before = process.threadCpuUsage();
    const result = await impatient.pages(heavy, 1, 1);
    const { user, system } = process.threadCpuUsage(before);
    expect(result).toEqual({ why: expect.stringContaining("Reading the PDF timed out") as string });
    // In the host's own thread it would be as long as the reading: seconds.
    expect((user + system) / 1_000).toBeLessThan(500);
    expect(await impatient.words(heavyPdf(3_000_000))).toBeUndefined();
    impatient.dispose();
    expect(await thread.words(pdfOf("Hello there"))).toBe("[page 1]\nHello there");
  });

  it("that is too large is not read", async () => {
    expect(await thread.pages(new Uint8Array(21 * 1024 * 1024), 1, 1)).toEqual({
      why: "The PDF is larger than 20 MB. Split it.",
    });
  });
});
