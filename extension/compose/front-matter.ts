// Front matter: what a Markdown file says of itself between two fences, with the line of whatever is wrong in it.
import { parseDocument } from "yaml";
import type * as z from "zod/mini";

export interface FileFault {
  ok: false;
  line: number;
  reason: string;
}

interface Fenced {
  ok: true;
  /** Between the fences. */
  matter: string;
  body: string;
  /** Of the body's first line. */
  body_line: number;
}

/** Of a file that must have it. */
export function splitFenced(text: string): Fenced | FileFault {
  const fenced = /^\uFEFF?---[ \t]*\r?\n(?<matter>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (fenced?.index !== 0) return faultAt(1, "it must begin with front matter between two lines of ---");
  const [whole] = fenced;
  const body = text.slice(whole.length).replaceAll("\r\n", "\n").trim();
  return { ok: true, matter: fenced.groups?.["matter"] ?? "", body, body_line: whole.split("\n").length };
}

/** Both at once: the fields as the schema has them, and the body. */
export function readFenced<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
): (Fenced & { fields: z.output<Schema> }) | FileFault {
  const fenced = splitFenced(text);
  if (!fenced.ok) return fenced;
  const read = readFields(fenced.matter, schema);
  return read.ok ? { ...fenced, fields: read.fields } : read;
}

/** The first field that is not as it should be is the fault. */
export function readFields<Schema extends z.ZodMiniType>(
  matter: string,
  schema: Schema,
): { ok: true; fields: z.output<Schema> } | FileFault {
  const read = readMatter(matter);
  if (!read.ok) return read;
  const parsed = schema.safeParse(read.value);
  return parsed.success ? { ok: true, fields: parsed.data } : fieldFault(matter, parsed.error);
}

/** An alias bomb is an error like any other: the value is then no list of fields, and whoever reads it says so. */
function readMatter(matter: string): { ok: true; value: unknown } | FileFault {
  const document = parseDocument(matter, { logLevel: "silent" });
  const [error] = document.errors;
  // The fence is the file's first line.
  if (error !== undefined) return faultAt((error.linePos?.[0].line ?? 0) + 1, firstLine(error.message));
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 20 }) ?? {} };
  } catch {
    return { ok: true, value: "too many aliases" };
  }
}

function fieldFault(matter: string, error: z.core.$ZodError): FileFault {
  const [issue] = error.issues;
  const key = issue?.path[0];
  if (key === undefined) return faultAt(1, "the front matter is not a list of names and values");
  const isThere = new RegExp(`^${String(key)}:`, "m").test(matter);
  const reason = isThere ? expectation(issue) : "is missing";
  return faultAt(lineOf(matter, String(key)), `${issue?.path.join(".") ?? ""} ${reason}`);
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  const isText = issue?.code === "invalid_type" && issue.expected === "string";
  return isText ? "must be text" : `is not as expected: ${issue?.message ?? ""}`;
}

/** In the file: the fence is its first line. */
export function lineOf(matter: string, key: string): number {
  const at = matter.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 2;
}

export function faultAt(line: number, reason: string): FileFault {
  return { ok: false, line, reason };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "").replace(/:$/, "");
}
