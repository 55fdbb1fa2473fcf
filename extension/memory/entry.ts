// A memory as a file: front matter that the index is made of, then the body, which is Markdown.
import { stringify } from "yaml";
import * as z from "zod/mini";
import { faultAt, type FileFault, lineOf, readFenced } from "../compose/front-matter.ts";
import type { Result } from "../message/result.ts";

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

/** Why the name is invalid, as the end of a sentence. A valid name cannot contain a path. */
export function nameFault(name: string): string | undefined {
  if (!KEBAB.test(name)) return "name must be kebab-case: lowercase letters and digits, joined by single hyphens";
  if (name.length > MOST_NAME) return `name has ${name.length} characters; the limit is ${MOST_NAME}`;
  return DEVICE.test(name) ? `${name} is not a valid file name on all systems` : undefined;
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
  if (description.trim() === "") return { key, reason: "description is required" };
  if (UNSEEN.test(description)) return { key, reason: "description must be one line" };
  const { length } = Array.from(description);
  if (length > MOST_DESCRIPTION)
    return { key, reason: `description has ${length} characters; the limit is ${MOST_DESCRIPTION}` };
  if (!KEBAB.test(type) || type.length > MOST_NAME)
    return { key: "type", reason: "type must be one word, such as user, feedback, project or reference" };
  const bytes = Buffer.byteLength(body);
  if (bytes <= MOST_BODY_BYTES) return undefined;
  return { key: "body", reason: `body has ${Math.ceil(bytes / 1024)} KB; the limit is ${MOST_BODY_BYTES / 1024} KB` };
}

export type ParsedEntry = Result<Memory, FileFault>;

const FrontMatter = z.looseObject({
  name: z.string(),
  description: z.string(),
  type: z.optional(z.string()),
  scope: z.optional(z.string()),
});

/** `name` and `scope` are those of its file: one that says otherwise is not what it seems. */
export function parseEntry(text: string, { name, scope }: Pick<Memory, "name" | "scope">): ParsedEntry {
  const fenced = readFenced(text, FrontMatter);
  if (!fenced.ok) return fenced;
  const { matter, body, fields: data } = fenced.value;
  const at = (key: string): number => lineOf(matter, key);
  if (data.name !== name) return faultAt(at("name"), `its name is ${quoted(data.name)}, but its file is ${name}.md`);
  if (data.scope !== undefined && data.scope !== scope)
    return faultAt(at("scope"), `its scope is ${quoted(data.scope)}, but the file is in the ${scope} folder`);
  const memory = { scope, name, description: data.description.trim(), type: data.type ?? scope, body };
  const fault = faultOf(memory);
  if (fault === undefined) return { ok: true, value: memory };
  return faultAt(fault.key === "body" ? fenced.value.body_line : at(fault.key), fault.reason);
}

/** What `parseEntry` reads as the same memory; half a character becomes a whole one. */
export function printEntry({ name, description, type, scope, body }: Memory): string {
  return `---\n${stringify({ name, description, type, scope }, { lineWidth: 0 })}---\n\n${body.trim()}\n`.toWellFormed();
}

const QUOTED = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line}”`;
}
