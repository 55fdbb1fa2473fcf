// Reads the files of cases: a document with its target, and answers of models with what each must become.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "../../extension/pipelines/refactor/document.ts";

export interface Case {
  name: string;
  style: string;
  text: string;
  target: Target;
  language: string;
  output: string;
  /** The document afterwards, or the code of the refusal. */
  expected: { text: string } | { code: string };
}

const folder = join(import.meta.dirname, "cases");

/**
 * A file begins with what it is about and lines such as `language: go`. Then sections: `=== document`, where `>` marks
 * the lines of the target; `=== becomes`, what the target's lines are afterwards; `=== STYLE`, an answer that leads
 * there; `=== STYLE, refused CODE`, one that does not. Instead of `>`, a head may say `select: 3:8-3:20`, `caret: 5:4`
 * (line from 1, character from 0) or `insert: 5`; `ends: crlf`, `final newline: no`, `answers end: crlf`.
 */
export function readCases(): Case[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => casesIn(file, readFileSync(join(folder, file), "utf8")));
}

function casesIn(file: string, content: string): Case[] {
  const [top = "", ...sections] = content.split(/^=== /m);
  const head = new Map(top.split("\n").flatMap((line) => pairOf(line)));
  const [first = "", ...others] = sections;
  const marked = bodyOf(first);
  const lines = marked.map((line) => line.slice(2));
  const target = targetOf(head, marked);
  const ends = head.get("ends") === "crlf" ? "\r\n" : "\n";
  const final = head.get("final newline") === "no" ? "" : ends;
  const [from, to] = linesOf(target);
  let becomes: string[] = [];
  return others.flatMap((section) => {
    const [title = ""] = section.split("\n", 1);
    const body = bodyOf(section);
    if (title === "becomes") {
      becomes = body;
      return [];
    }
    const [style = "", code] = title.split(", refused ");
    const text = [...lines.slice(0, from), ...becomes, ...lines.slice(to)].join(ends) + final;
    const output = body.join(head.get("answers end") === "crlf" ? "\r\n" : "\n");
    const language = head.get("language") ?? "";
    const expected = code === undefined ? { text } : { code };
    return [{ name: `${file}: ${title}`, style, text: lines.join(ends) + final, target, language, output, expected }];
  });
}

function pairOf(line: string): [string, string][] {
  const [, name, value] = /^(\w[\w ]*): (.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}

/** Without the title, and without the blank line before the next section. */
function bodyOf(section: string): string[] {
  return section
    .replace(/\n\n?$/, "")
    .split("\n")
    .slice(1);
}

function targetOf(head: ReadonlyMap<string, string>, marked: readonly string[]): Target {
  const [, ...select] = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(head.get("select") ?? "") ?? [];
  const [, ...caret] = /^(\d+):(\d+)$/.exec(head.get("caret") ?? "") ?? [];
  const [line = 0, character = 0, last = line, end = character] = [...select, ...caret].map(Number);
  if (line > 0) return { from: { line, character }, to: { line: last, character: end } };
  const insert = Number(head.get("insert") ?? 0);
  if (insert > 0) return { start: insert, end: insert - 1 };
  return {
    start: marked.findIndex((one) => one.startsWith(">")) + 1,
    end: marked.findLastIndex((one) => one.startsWith(">")) + 1,
  };
}

function linesOf(target: Target): [number, number] {
  return "from" in target ? [target.from.line - 1, target.to.line] : [target.start - 1, target.end];
}
