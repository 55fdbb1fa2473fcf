// read_pdf: the words of a PDF, page by page.
import * as z from "zod/mini";
import { defineTool, refuse } from "../define.ts";
import { kindOf } from "./file-kind.ts";
import { findMedia, type MediaPorts } from "./media.ts";
import type { Pdfs, Ports } from "../ports.ts";
import type { Outcome, Tool } from "../tool.ts";
import * as words from "../words.ts";

const MOST_PAGES = 50;

const Page = z.optional(z.int().check(z.minimum(1)));

const ReadPdfInput = z.object({ path: z.string(), first_page: Page, last_page: Page });

export function readPdfTool(ports: MediaPorts & Pick<Ports, "pdfs">): Tool {
  return defineTool({
    name: "read_pdf",
    description: `Read the text of a PDF, a file or attachment:NAME, ${MOST_PAGES} pages at a time.`,
    input: ReadPdfInput,
    harmless: true,
    async prepare({ path, first_page: first = 1, last_page = first + MOST_PAGES - 1 }, { session_id }) {
      if (last_page < first) return refuse(words.lastBeforeFirst);
      const source = await findMedia(ports, path, session_id);
      if (!source.ok) return refuse(source.failure);
      const { name, needs, load } = source.value;
      const last = Math.min(last_page, first + MOST_PAGES - 1);
      const run = async (): Promise<Outcome> => {
        const loaded = await load();
        return loaded.ok ? readPages(ports.pdfs, name, loaded.value, first, last) : refuse(loaded.failure);
      };
      return { ok: true, call: { title: words.readTitle(name), needs, changes: false, run } };
    },
  });
}

async function readPages(pdfs: Pdfs, name: string, bytes: Uint8Array, first: number, last: number): Promise<Outcome> {
  if (kindOf(bytes).type !== "pdf") return refuse(words.notPdf(name));
  const read = await pdfs.pages(bytes, first, last);
  if (read === undefined) return refuse(words.damagedPdf(name));
  if ("why" in read) return refuse(words.pdfNotRead(name, read.why));
  const { pages, total } = read;
  if (pages.length === 0) return refuse(words.noPage(name, total, first));
  const end = first + pages.length - 1;
  if (pages.every((page) => page === "")) return refuse(words.onlyImages(name, first, end));
  const more = end < total ? [words.morePages(first, end, total)] : [];
  return { ok: true, output: [...pages.map((page, at) => words.page(first + at, page)), ...more].join("\n\n") };
}
