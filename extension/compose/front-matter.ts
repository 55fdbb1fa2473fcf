// Front matter: what a Markdown file says of itself between two fences, with the line of whatever is wrong in it.
import { type Document, isScalar, parseDocument, visit, LineCounter } from "yaml";
import type * as z from "zod/mini";
import { expectedBy } from "../text/issue-words.ts";
import type { Result } from "../message/result.ts";

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
  const missing = faultAt(1, "the file must begin with front matter between --- lines");
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

/** The first field that is not as it should be is the fault. */
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
const MOST_CHARACTERS = 8 * 1024;
const MOST_BRACKETS = 100;

/** An explicit key ("? key"). Nested ones take the YAML library seconds for less than a kilobyte. */
const EXPLICIT_KEY = /(?:^|[-:[{,]|[&!][^\s&!]*)[ \t]*\?(?:\s|$)/m;

/** Why the library is not given this text. */
function reasonToRefuse(matter: string): string | undefined {
  if (matter.length > MOST_CHARACTERS)
    return `the front matter is longer than ${MOST_CHARACTERS / 1024} KB; move text below the second --- line`;
  if ((matter.match(/[[{]/g)?.length ?? 0) > MOST_BRACKETS) return "the front matter has too many brackets";
  if (/^(?:[ \t]*-[ \t]){20}/m.test(matter)) return "the front matter has too many nested lists";
  if (EXPLICIT_KEY.test(matter)) return 'the front matter has a key that begins with "?"; write it as "key: value"';
  return undefined;
}

/** Bounded: whatever a file holds, this takes no noticeable time. */
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
  return repeated === undefined
    ? { ok: true, value: document }
    : faultAt(lineAt(matter, repeated), "Map keys must be unique");
}

/** An alias bomb is an error like any other: the value is then no list of fields, and the schema refuses it. */
function readMatter(matter: string): Result<unknown, FileFault> {
  const parsed = parseMatter(matter);
  if (!parsed.ok) return parsed;
  try {
    return { ok: true, value: parsed.value.toJS({ maxAliasCount: 20 }) ?? {} };
  } catch {
    // The schema refuses a text as it refuses every value that is no list of fields.
    return { ok: true, value: "too many aliases" };
  }
}

/** Where the first name stands that one map has twice. */
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
  if (key === undefined) return faultAt(1, "the front matter must contain key: value pairs");
  const isThere = matter.split("\n").some((line) => line.startsWith(`${String(key)}:`));
  const reason = isThere ? expectation(issue) : "is missing";
  return faultAt(lineOf(matter, String(key)), `${issue?.path.join(".") ?? ""} ${reason}`);
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  const isText = issue?.code === "invalid_type" && issue.expected === "string";
  return isText ? "must be text" : issue === undefined ? "is not valid" : expectedBy(issue);
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
