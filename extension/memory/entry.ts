// A memory as a file: front matter that the index is made of, then the body, which is Markdown.
import { LineCounter, parseDocument, stringify } from "yaml";
import * as z from "zod/mini";

export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Memory {
  scope: Scope;
  name: string;
  /** What the index says of it. */
  description: string;
  /** What kind of thing it is: user, feedback, project, reference, or another word. */
  type: string;
  body: string;
}

const MOST_BODY_BYTES = 20 * 1024;
export const MOST_DESCRIPTION = 200;
const MOST_NAME = 64;

/** What Windows keeps for devices, whatever the ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Everything that begins another line or hides what stands there. */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Why it is no name, for the end of a sentence. No path can be built from a name. */
export function nameFault(name: string): string | undefined {
  if (!KEBAB.test(name)) return "name must be kebab-case: small letters and digits, joined by single hyphens";
  if (name.length > MOST_NAME) return `name has ${name.length} characters, the limit is ${MOST_NAME}`;
  return DEVICE.test(name) ? `${name} is no name for a file everywhere` : undefined;
}

interface Fault {
  key: string;
  reason: string;
}

/** What does not fit, and in which field. */
export function faultOf({ name, description, type, body }: Omit<Memory, "scope">): Fault | undefined {
  const badName = nameFault(name);
  if (badName !== undefined) return { key: "name", reason: badName };
  const key = "description";
  if (description.trim() === "") return { key, reason: "description is missing: the index shows nothing else" };
  if (UNSEEN.test(description)) return { key, reason: "description must be one line" };
  const { length } = Array.from(description);
  if (length > MOST_DESCRIPTION)
    return { key, reason: `description has ${length} characters, the limit is ${MOST_DESCRIPTION}` };
  if (!KEBAB.test(type) || type.length > MOST_NAME)
    return { key: "type", reason: "type must be one word, such as user, feedback, project or reference" };
  const bytes = Buffer.byteLength(body);
  if (bytes <= MOST_BODY_BYTES) return undefined;
  return { key: "body", reason: `body has ${Math.ceil(bytes / 1024)} KB, the limit is ${MOST_BODY_BYTES / 1024} KB` };
}

export type ParsedEntry = { ok: true; memory: Memory } | { ok: false; line: number; reason: string };

const FrontMatter = z.looseObject({
  name: z.string(),
  description: z.string(),
  type: z.optional(z.string()),
  scope: z.optional(z.string()),
});

/** `name` and `scope` are those of its file: one that says otherwise is not what it seems. */
export function parseEntry(text: string, { name, scope }: Pick<Memory, "name" | "scope">): ParsedEntry {
  const fenced = /^\uFEFF?---[ \t]*\r?\n(?<matter>[\s\S]*?)^---[ \t]*(?:\r?\n|$)/m.exec(text);
  if (fenced?.index !== 0) return refusal(1, "it must begin with front matter between two lines of ---");
  const matter = fenced.groups?.["matter"] ?? "";
  const lines = new LineCounter();
  const document = parseDocument(matter, { lineCounter: lines, logLevel: "silent" });
  const [error] = document.errors;
  // The fence is the file's first line.
  if (error !== undefined) return refusal((error.linePos?.[0].line ?? 0) + 1, firstLine(error.message));
  const parsed = FrontMatter.safeParse(readValue(document) ?? {});
  if (!parsed.success) return badField(matter, parsed.error);
  const { data } = parsed;
  const at = (key: string): number => lineOf(matter, key);
  if (data.name !== name) return refusal(at("name"), `its name is ${quoted(data.name)}, but its file is ${name}.md`);
  if (data.scope !== undefined && data.scope !== scope)
    return refusal(at("scope"), `its scope is ${quoted(data.scope)}, but it lies with those of the ${scope}`);
  const body = text.slice(fenced[0].length).replaceAll("\r\n", "\n").trim();
  const memory = { scope, name, description: data.description.trim(), type: data.type ?? scope, body };
  const fault = faultOf(memory);
  if (fault === undefined) return { ok: true, memory };
  return refusal(fault.key === "body" ? fenced[0].split("\n").length : at(fault.key), fault.reason);
}

/** What `parseEntry` reads as the same memory; half a character becomes a whole one. */
export function printEntry({ name, description, type, scope, body }: Memory): string {
  return `---\n${stringify({ name, description, type, scope }, { lineWidth: 0 })}---\n\n${body.trim()}\n`.toWellFormed();
}

/** An alias bomb is an error like any other. */
function readValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return "too many aliases";
  }
}

function badField(matter: string, error: z.core.$ZodError): ParsedEntry {
  const key = error.issues[0]?.path[0];
  if (key === undefined) return refusal(1, "the front matter is not a list of names and values");
  const isThere = new RegExp(`^${String(key)}:`, "m").test(matter);
  return refusal(lineOf(matter, String(key)), `${String(key)} ${isThere ? "must be text" : "is missing"}`);
}

function refusal(line: number, reason: string): ParsedEntry {
  return { ok: false, line, reason };
}

function lineOf(matter: string, key: string): number {
  const at = matter.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 2;
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
}

const QUOTED = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line}”`;
}
