// Hostile documents: PDFs, front matter, schemas, globs, ignore files, pages and answers cannot block the host.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseCommandFile } from "../../../extension/compose/command-file.ts";
import { readFields, splitFenced } from "../../../extension/compose/front-matter.ts";
import { listFiles } from "../../../extension/disk/list-files.ts";
import { PdfThread } from "../../../extension/disk/threads/pdf-thread.ts";
import { findPlaces } from "../../../extension/text/paths/place.ts";
import { parsePackageFile } from "../../../extension/skills/package-file.ts";
import { checkValue } from "../../../extension/skills/parameters.ts";
import { parseGlob } from "../../../extension/tools/rules/glob-pattern.ts";
import { htmlText } from "../../../extension/tools/web/html-text.ts";
import { heavyPdf } from "../../fakes/pdf.ts";
import type { Attack } from "../attack.ts";

const Fields = z.record(z.string(), z.unknown());

/** Each is looked at in a turn of the event loop of its own, so that a stall is one document's. */
async function each<Item>(items: readonly Item[], look: (item: Item) => unknown): Promise<number> {
  for (const item of items) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await look(item);
  }
  return items.length;
}

/** Made before anything is measured. */
const SLOW = heavyPdf(1_000_000);

const promise = "peers";
const attacker = "hostile document";

export const attacks: readonly Attack[] = [
  {
    promise,
    attacker,
    tries: "a small PDF that takes seconds to read",
    async run() {
      const thread = new PdfThread(new URL("../../../extension/disk/threads/pdf-worker.ts", import.meta.url), 1_000);
      const read = await thread.pages(SLOW, 1, 1);
      thread.dispose();
      assert.ok(read !== undefined && "why" in read, "it was read to its end");
      return undefined;
    },
  },
  {
    promise,
    attacker,
    tries: "front matter of thousands of names, brackets, lists and keys",
    run: () =>
      each(
        [
          Array.from({ length: 900 }, (_, at) => `k${at}: 1`).join("\n"),
          Array.from({ length: 5_000 }, (_, at) => `k${at}: 1`).join("\n"),
          ...["[", "{a: ", "- ", "? ", "&a ", "!!x ", "'", "a: |\n "].map((piece) => piece.repeat(2_000)),
          ["a: &a [x, x]", ...Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`)].join("\n"),
        ],
        (matter) => [readFields(matter, Fields), parseCommandFile(`---\n${matter}\n---\n`)],
      ),
  },
  {
    promise,
    attacker,
    tries: "a file of fences that never close",
    run: () =>
      each([`---\n${"---x\n".repeat(100_000)}`, `---\n${" ".repeat(500_000)}`], (text) => [
        splitFenced(text),
        parseCommandFile(text),
      ]),
  },
  {
    promise,
    attacker,
    tries: "a package file of brackets and names",
    run: () =>
      each([`a = ${"[".repeat(5_000)}`, `a = ${"{a=".repeat(5_000)}`, `${"a.".repeat(5_000)}b = 1`], (text) =>
        parsePackageFile(text),
      ),
  },
  {
    promise,
    attacker,
    tries: "a schema whose pattern never ends",
    run: () =>
      each(["^(a+)+$", "^(a|a)*$", "(a*)*b", "a*a*a*a*a*a*b"], (pattern) =>
        assert.notDeepEqual(checkValue({ type: "string", pattern }, `${"a".repeat(3_000)}!`), []),
      ),
  },
  {
    promise,
    attacker: "hostile workspace",
    tries: "globs and ignore files that take a power of a name's length",
    async run({ folder }) {
      writeFileSync(join(folder, "a".repeat(200)), "");
      mkdirSync(join(folder, "b"));
      writeFileSync(join(folder, ".gitignore"), `${"*a".repeat(30)}*b\n`.repeat(100));
      const exclude = ["{a,b}".repeat(30), `${"*a".repeat(30)}*b`, `{${"a,".repeat(5_000)}b}`, "[".repeat(20_000)];
      const signal = AbortSignal.timeout(20_000);
      await listFiles(folder, { exclude, signal }, () => undefined);
      assert.equal(signal.aborted, false, "listing the folder does not end");
      return (await each(exclude, (glob) => parseGlob(glob).matches("a".repeat(200)))) + 1;
    },
  },
  {
    promise,
    attacker: "hostile page",
    tries: "two megabytes of one sign",
    run: ({ isFull }) =>
      each(["<", "<a", "<a href=", "&", "<!--", "<script>", "</", "<title>"], (piece) =>
        htmlText(piece.repeat((isFull ? 2_000_000 : 200_000) / piece.length), new URL("https://example.com/")),
      ),
  },
  {
    promise,
    attacker: "hostile answer",
    tries: "long runs of the signs that paths are made of",
    run: () => each(["+", "/", "a/", ".", "-", "a:1", "+:1", ":1"], (piece) => findPlaces(`${piece.repeat(60_000)}:1`)),
  },
];
