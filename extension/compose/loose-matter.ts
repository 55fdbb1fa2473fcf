// Front matter as people write it: strict YAML where it is, else line by line as `key: text`.
import * as z from "zod/mini";
import { MOST_CHARACTERS, readMatter } from "./front-matter.ts";

export interface LooseFile {
  /** Between the fences; empty without front matter. */
  matter: string;
  /** Verbatim. */
  body: string;
  /** Of the body's first line. */
  body_line: number;
  /** False if the file opens front matter and never closes it. */
  isClosed: boolean;
}

const OPENING = /^\uFEFF?\s*?---[ \t]*\r?\n/;
const KEY = /^(?<key>[A-Za-z][\w-]*)[ \t]*:(?<text>.*)$/;

/** Reads every file. Front matter without an end goes as far as its lines look like fields. */
export function splitLoosely(file: string): LooseFile {
  const opening = OPENING.exec(file)?.[0];
  const whole = { matter: "", body: file.replace(/^\uFEFF/, ""), body_line: 1, isClosed: true };
  if (opening === undefined) return whole;
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = opening.length;
  const end = closing.exec(file);
  const from = end?.index ?? opening.length + fieldsLength(file.slice(opening.length));
  const matter = file.slice(opening.length, from);
  // A rule at the head of a text is no front matter.
  if (end === null && matter.trim() === "") return whole;
  const head = file.slice(0, from + (end?.[0].length ?? 0));
  return { matter, body: file.slice(head.length), body_line: head.split("\n").length, isClosed: end !== null };
}

/** How many characters at the head of a text are fields, with the lines that continue them. */
function fieldsLength(text: string): number {
  let length = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const isField = KEY.test(line.trimEnd()) || (length > 0 && /^(?:[ \t]+\S|- )/.test(line)) || line.startsWith("#");
    if (!isField) return length;
    length += line.length;
  }
  return length;
}

export interface LooseMatter {
  /** As YAML has them, or as text where they are not YAML. */
  fields: Readonly<Record<string, unknown>>;
  /** As text, however they are written: without the quotes around them, on one line. The keys are in lower case. */
  texts: ReadonlyMap<string, string>;
}

const Fields = z.record(z.string(), z.unknown());

/** Takes no noticeable time, whatever the file contains. */
export function readLoosely(matter: string): LooseMatter {
  const chunks = chunksOf(matter);
  // Of a field that is there twice, the first counts.
  const texts = new Map(chunks.toReversed().map(({ key, text }) => [key.toLowerCase(), text] as const));
  const strict = fieldsIn(matter);
  if (strict !== undefined) return { fields: strict, texts };
  const pairs = chunks.toReversed().map(({ key, lines, text }) => {
    const alone = matter.length > MOST_CHARACTERS ? undefined : fieldsIn(lines.join("\n"));
    return [key, alone?.[key] ?? itemsOf(lines.slice(1)) ?? text] as const;
  });
  return { fields: Object.fromEntries(pairs), texts };
}

/** A field that is text, also if YAML takes it for something else; `undefined` if it is missing or blank. */
export function textIn({ fields, texts }: LooseMatter, key: string): string | undefined {
  const value = fields[key];
  const text = (typeof value === "string" ? value : (texts.get(key) ?? "")).trim();
  return text === "" ? undefined : text;
}

function fieldsIn(matter: string): Record<string, unknown> | undefined {
  const read = readMatter(matter);
  return read.ok ? Fields.safeParse(read.value).data : undefined;
}

interface Chunk {
  key: string;
  lines: string[];
  text: string;
}

/** More is not looked at line by line. */
const MOST_READ = 32 * 1024;
const MOST_FIELDS = 100;

/** A field and the lines that continue it. Lines before the first field are ignored. */
function chunksOf(matter: string): Chunk[] {
  const chunks: { key: string; first: string; lines: string[] }[] = [];
  for (const line of matter.slice(0, MOST_READ).split(/\r?\n/)) {
    if (chunks.length > MOST_FIELDS) break;
    const { key, text: first = "" } = KEY.exec(line)?.groups ?? {};
    if (key !== undefined) chunks.push({ key, first, lines: [line] });
    else if (!line.startsWith("#")) chunks.at(-1)?.lines.push(line);
  }
  return chunks.map(({ key, first, lines }) => ({ key, lines, text: joined(first, lines.slice(1)) }));
}

/** The items of a list that is not strict YAML, each as its fields or as text; `undefined` if it is no list. */
function itemsOf(lines: readonly string[]): unknown[] | undefined {
  const block = lines.filter((line) => line.trim() !== "");
  if (block[0] === undefined || !/^[ \t]*- /.test(block[0])) return undefined;
  return block
    .join("\n")
    .split(/^[ \t]*- /m)
    .slice(1)
    .map((item) => {
      const chunks = chunksOf(item.replace(/^[ \t]+/gm, ""));
      const fields = Object.fromEntries(chunks.toReversed().map(({ key, text }) => [key, text]));
      return chunks.length === 0 ? joined(item, []) : fields;
    });
}

/** The sign of a block of text is none of its words. */
function joined(first: string, others: readonly string[]): string {
  const opening = first.trim().replace(/^[|>][+-]?\d?$/, "");
  const text = [opening, ...others.map((line) => line.trim())].filter((line) => line !== "").join(" ");
  return text.replace(/^(["'])(.*)\1$/s, "$2");
}
