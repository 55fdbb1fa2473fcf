// Front matter: the fields at the head of a Markdown file, between two fences, and the line of each fault in them.
import { type Document, isScalar, parseDocument, visit, LineCounter } from "yaml";
import type * as z from "zod/mini";
import { expectedBy } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export interface FileFault {
  line: number;
  reason: string;
}

interface Fenced {
  /** Between the fences. */
  matter: string;
  body: string;
  /** Of the body's first line. */
  body_line: number;
}

/** Of a file that must have it. */
export function splitFenced(text: string): Result<Fenced, FileFault> {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(text)?.[0];
  const missing = faultAt(1, words.noFrontMatter);
  if (opening === undefined) return missing;
  const closing = /^---[ \t]*(?:\r?\n|$)/gm;
  closing.lastIndex = opening.length;
  const end = closing.exec(text);
  if (end === null) return missing;
  const matter = text.slice(opening.length, end.index);
  const whole = text.slice(0, end.index + end[0].length);
  const body = text.slice(whole.length).replaceAll("\r\n", "\n").trim();
  return { ok: true, value: { matter, body, body_line: whole.split("\n").length } };
}

/** Both at once: the fields as the schema has them, and the body. */
export function readFenced<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
): Result<Fenced & { fields: z.output<Schema> }, FileFault> {
  const fenced = splitFenced(text);
  if (!fenced.ok) return fenced;
  const read = readFields(fenced.value.matter, schema);
  return read.ok ? { ok: true, value: { ...fenced.value, fields: read.value } } : read;
}

/** Reports the first invalid field. */
export function readFields<Schema extends z.ZodMiniType>(
  matter: string,
  schema: Schema,
): Result<z.output<Schema>, FileFault> {
  const read = readMatter(matter);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.value);
  return parsed.success ? { ok: true, value: parsed.data } : fieldFault(matter, parsed.error);
}

/** Front matter is a few lines. More than this takes the YAML library too long to read on the host's thread. */
export const MOST_CHARACTERS = 8 * 1024;
const MOST_BRACKETS = 100;

/** An explicit key ("? key"). Nested ones take the YAML library seconds for less than a kilobyte. */
const EXPLICIT_KEY = /(?:^|[-:[{,]|[&!][^\s&!]*)[ \t]*\?(?:\s|$)/m;

/** Why the YAML library must not read this text. */
function reasonToRefuse(matter: string): string | undefined {
  if (matter.length > MOST_CHARACTERS) return words.matterTooLong(MOST_CHARACTERS / 1024);
  if ((matter.match(/[[{]/g)?.length ?? 0) > MOST_BRACKETS) return words.tooManyBrackets;
  if (/^(?:[ \t]*-[ \t]){20}/m.test(matter)) return words.tooManyLists;
  if (EXPLICIT_KEY.test(matter)) return words.explicitKey;
  return undefined;
}

/** Takes no noticeable time, whatever the file contains. */
export function parseMatter(matter: string): Result<Document, FileFault> {
  const refused = reasonToRefuse(matter);
  if (refused !== undefined) return faultAt(1, refused);
  const lineCounter = new LineCounter();
  // The library draws the place of every error, and compares every name with every other: both are done here, faster.
  const fast = { prettyErrors: false, uniqueKeys: false, lineCounter };
  const document = parseDocument(matter, { logLevel: "silent", ...fast });
  const [error] = document.errors;
  // The fence is the file's first line.
  if (error !== undefined) return faultAt(lineCounter.linePos(error.pos[0]).line + 1, firstLine(error.message));
  const repeated = repeatedKey(document);
  return repeated === undefined ? { ok: true, value: document } : faultAt(lineAt(matter, repeated), words.duplicateKey);
}

/** Text with too many aliases becomes a value that the schema refuses. */
export function readMatter(matter: string): Result<unknown, FileFault> {
  const parsed = parseMatter(matter);
  if (!parsed.ok) return parsed;
  try {
    return { ok: true, value: parsed.value.toJS({ maxAliasCount: 20 }) ?? {} };
  } catch {
    return { ok: true, value: "too many aliases" };
  }
}

/** The offset of the first key that a map has twice. */
function repeatedKey(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (names.has(key.value)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        names.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

/** In the file: the fence is its first line. */
function lineAt(matter: string, offset: number): number {
  return matter.slice(0, offset).split("\n").length + 1;
}

function fieldFault(matter: string, error: z.core.$ZodError): Result<never, FileFault> {
  const [issue] = error.issues;
  const key = issue?.path[0];
  if (issue === undefined || key === undefined) return faultAt(1, words.noPairs);
  const isThere = matter.split("\n").some((line) => line.startsWith(`${String(key)}:`));
  const reason = isThere ? invalid(issue) : words.fieldMissing(issue.path.join("."));
  return faultAt(lineOf(matter, String(key)), reason);
}

function invalid(issue: z.core.$ZodIssue): string {
  const field = issue.path.join(".");
  const isText = issue.code === "invalid_type" && issue.expected === "string";
  return isText ? words.fieldNotText(field) : words.fieldInvalid(field, expectedBy(issue));
}

/** In the file: the fence is its first line. */
export function lineOf(matter: string, key: string): number {
  const at = matter.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 2;
}

export function faultAt(line: number, reason: string): Result<never, FileFault> {
  return { ok: false, failure: { line, reason } };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "").replace(/:$/, "");
}
