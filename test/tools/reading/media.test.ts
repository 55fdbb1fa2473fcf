// view_image and read_pdf, from files and from attachments.
import { expect, test } from "vitest";
import type { Blobs } from "../../../extension/tools/ports.ts";
import { pdfOf } from "../../fakes/pdf.ts";
import { toolWorld } from "../../fakes/tool-world.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

function attached(name: string, mime: string, bytes: Uint8Array): Blobs {
  return {
    find: (wanted) =>
      Promise.resolve(wanted === name ? { name, mime, bytes: () => Promise.resolve(bytes) } : undefined),
  };
}

test("a picture is handed over by what its bytes are, not by its name", async () => {
  const { write, call } = toolWorld();
  write({ "a.jpg": PNG, "b.png": "text" });
  const seen = await call("view_image", { path: "a.jpg" });
  expect(seen).toMatchObject({ ok: true, media: { name: "a.jpg", mime: "image/png" } });
  expect(seen.ok && Buffer.from(seen.media?.bytes ?? []).equals(PNG)).toBe(true);
  expect(await call("view_image", { path: "b.png" })).toEqual({
    ok: false,
    output: "b.png is not a supported image.",
  });
  expect((await call("view_image", { path: "." })).output).toBe(". is a folder.");
  expect((await call("view_image", { path: "c.png" })).output).toContain("c.png does not exist");
});

test("an attached picture and an attached PDF are reached by their names", async () => {
  const picture = toolWorld({ blobs: attached("pasted.png", "image/png", PNG) });
  expect(await picture.call("view_image", { path: "attachment: pasted.png" })).toMatchObject({ ok: true, media: {} });
  const pdf = toolWorld({ blobs: attached("paper.pdf", "application/pdf", pdfOf("Hello there")) });
  expect((await pdf.call("read_pdf", { path: "paper.pdf" })).output).toBe("[page 1]\nHello there");
});

test("a PDF is read by pages", async () => {
  const pages = Array.from({ length: 120 }, (_, at) => `words of ${at + 1}`);
  const pdfs = {
    pages: (_: Uint8Array, first: number, last: number) =>
      Promise.resolve({ pages: pages.slice(first - 1, last), total: pages.length }),
  };
  const { write, call } = toolWorld({ pdfs });
  write({ "a.pdf": "%PDF-1.4" });
  const whole = (await call("read_pdf", { path: "a.pdf" })).output;
  expect(whole).toContain("[page 50]\nwords of 50\n\n[pages 1-50 of 120; continue with first_page 51]");
  expect((await call("read_pdf", { path: "a.pdf", first_page: 119, last_page: 200 })).output).toBe(
    "[page 119]\nwords of 119\n\n[page 120]\nwords of 120",
  );
  expect((await call("read_pdf", { path: "a.pdf", first_page: 121 })).output).toContain("page 121 does not exist");
  expect(await call("read_pdf", { path: "a.pdf", first_page: 3, last_page: 2 })).toMatchObject({ ok: false });
});

test("what is no PDF, damaged, or without words is said", async () => {
  const { write, call } = toolWorld();
  write({ "a.pdf": "text", "b.pdf": "%PDF-1.4\nbroken", "c.pdf": pdfOf("") });
  expect((await call("read_pdf", { path: "a.pdf" })).output).toBe("a.pdf is not a PDF.");
  expect((await call("read_pdf", { path: "b.pdf" })).output).toContain("Could not read b.pdf: ");
  expect((await call("read_pdf", { path: "c.pdf" })).output).toContain("contain only images, no text");
});
