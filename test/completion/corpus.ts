// The corpus of completions: a document with the caret, a raw answer, and what is shown of it or why nothing is.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Amount } from "../../extension/pipelines/completion/amount.ts";
import type { NothingReason } from "../../extension/pipelines/completion/finish/finish.ts";

/**
 * A case is a headline (`=== what it shows`), the document, a line `>>>` with the options, and the raw answer. In the
 * document `«…»` is the text that is inserted at the caret and `‹…›`, after it, the text it replaces; where nothing is
 * shown, `‸` is the caret and the options say why. `→` is a tab. Options: `line` or `block` (how much is asked), `crlf`
 * (how the document ends its lines), `nothing: reason`, or the language, where it is not that of the file.
 */
export interface Case {
  name: string;
  language: string;
  amount: Amount | undefined;
  text: string;
  offset: number;
  output: string;
  expected: { insert: string; start: number; end: number } | { nothing: NothingReason };
}

const FOLDER = join(import.meta.dirname, "corpus");

export const corpus: readonly Case[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".txt"))
  .flatMap((file) =>
    casesIn(basename(file, ".txt"), readFileSync(join(FOLDER, file), "utf8").replaceAll("\r\n", "\n")),
  );

function casesIn(language: string, text: string): Case[] {
  return text
    .replaceAll("→", "\t")
    .split(/^=== /m)
    .slice(1)
    .map((one) => toCase(language, one.replace(/\n$/, "")));
}

function toCase(fileLanguage: string, text: string): Case {
  const [, headline = "", marked = "", options = "", output = ""] =
    /^(.*)\n([^]*?)\n>>>(.*)(?:\n([^]*))?$/.exec(text) ?? [];
  const nothing = /nothing: ([\w-]+)/.exec(options)?.[1];
  const words = options
    .replace(/nothing: [\w-]+/, "")
    .split(" ")
    .filter((word) => word !== "");
  const language = words.find((word) => !["line", "block", "crlf"].includes(word)) ?? fileLanguage;
  const amount = words.find((word) => word === "line" || word === "block");
  const eol = words.includes("crlf") ? "\r\n" : "\n";
  const about = { name: `${language}: ${headline}`, language, amount, output };
  const document = marked.replaceAll("\n", eol);
  if (nothing !== undefined) {
    const expected = { nothing: nothing as NothingReason };
    return { ...about, text: document.replace("‸", ""), offset: document.indexOf("‸"), expected };
  }
  const [, before = "", insert = "", replaced = "", after = ""] =
    /^([^]*?)«([^]*?)»(?:‹([^]*?)›)?([^]*)$/.exec(document) ?? [];
  const start = before.length;
  const expected = { insert, start, end: start + replaced.length };
  return { ...about, text: before + replaced + after, offset: start, expected };
}
