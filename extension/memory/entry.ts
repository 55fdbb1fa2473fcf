// A memory as a file: front matter, from which the index is made, then the body in Markdown.
import { stringify } from "yaml";
import * as z from "zod/mini";
import { faultAt, type FileFault, lineOf, readFenced } from "../compose/front-matter.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Memory {
  scope: Scope;
  name: string;
  /** Its line in the index. */
  description: string;
  /** user, feedback, project, reference, or another word. */
  type: string;
  body: string;
}

const MOST_BODY_BYTES = 20 * 1024;
export const MOST_DESCRIPTION = 200;
const MOST_NAME = 64;

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Characters that begin another line or hide text. */
export const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Why the name is invalid, as the end of a sentence. A valid name cannot contain a path. */
export function nameFault(name: string): string | undefined {
  if (!KEBAB.test(name)) return words.notKebab;
  if (name.length > MOST_NAME) return words.nameTooLong(name.length, MOST_NAME);
  return DEVICE.test(name) ? words.deviceName(name) : undefined;
}

interface Fault {
  key: string;
  reason: string;
}

/** The first field that is not valid, and why. */
export function faultOf({ name, description, type, body }: Omit<Memory, "scope">): Fault | undefined {
  const badName = nameFault(name);
  if (badName !== undefined) return { key: "name", reason: badName };
  const key = "description";
  if (description.trim() === "") return { key, reason: words.noDescription };
  if (UNSEEN.test(description)) return { key, reason: words.manyLines };
  const { length } = Array.from(description);
  if (length > MOST_DESCRIPTION) return { key, reason: words.descriptionTooLong(length, MOST_DESCRIPTION) };
  if (!KEBAB.test(type) || type.length > MOST_NAME) return { key: "type", reason: words.badType };
  const bytes = Buffer.byteLength(body);
  if (bytes <= MOST_BODY_BYTES) return undefined;
  return { key: "body", reason: words.bodyTooLarge(Math.ceil(bytes / 1024), MOST_BODY_BYTES / 1024) };
}

export type ParsedEntry = Result<Memory, FileFault>;

const FrontMatter = z.looseObject({
  name: z.string(),
  description: z.string(),
  type: z.optional(z.string()),
  scope: z.optional(z.string()),
});

/** `name` and `scope` are those of the file. Refuses a memory whose front matter says otherwise. */
export function parseEntry(text: string, { name, scope }: Pick<Memory, "name" | "scope">): ParsedEntry {
  const fenced = readFenced(text, FrontMatter);
  if (!fenced.ok) return fenced;
  const { matter, body, fields: data } = fenced.value;
  const at = (key: string): number => lineOf(matter, key);
  if (data.name !== name) return faultAt(at("name"), words.otherName(quoted(data.name), name));
  if (data.scope !== undefined && data.scope !== scope)
    return faultAt(at("scope"), words.otherScope(quoted(data.scope), scope));
  const memory = { scope, name, description: data.description.trim(), type: data.type ?? scope, body };
  const fault = faultOf(memory);
  if (fault === undefined) return { ok: true, value: memory };
  return faultAt(fault.key === "body" ? fenced.value.body_line : at(fault.key), fault.reason);
}

/** The inverse of `parseEntry`, except that unpaired surrogates become U+FFFD. */
export function printEntry({ name, description, type, scope, body }: Memory): string {
  return `---\n${stringify({ name, description, type, scope }, { lineWidth: 0 })}---\n\n${body.trim()}\n`.toWellFormed();
}

const QUOTED = 60;

function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `“${line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line}”`;
}
