// SKILL.md: front matter that names and describes a skill, then the body, which is what a model reads.
import { LineCounter, parseDocument } from "yaml";
import * as z from "zod/mini";

export interface SkillText {
  name: string;
  description: string;
  /** What its author says it is; empty when nothing is said. */
  version: string;
  body: string;
  /** Everything else in the front matter, as it is. */
  fields: Readonly<Record<string, unknown>>;
}

export type ParsedSkill = { ok: true; skill: SkillText } | { ok: false; line: number; reason: string };

/** It is a command too, and a word in a line. */
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

const FrontMatter = z.looseObject({ name: z.string(), description: z.string() });
const Version = z.union([z.string(), z.number()]);

/** Fields nobody here knows are kept: skills written for others work as they are. */
export function parseSkillFile(text: string): ParsedSkill {
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
  const { name, description, ...fields } = parsed.data;
  if (!NAME.test(name)) return refusal(lineOf(matter, "name"), "name must be one word of letters, digits and hyphens");
  if (description.trim() === "") return refusal(lineOf(matter, "description"), "description is empty");
  const body = text.slice(fenced[0].length).replaceAll("\r\n", "\n").trim();
  if (body === "") return refusal(fenced[0].split("\n").length, "there is nothing below the front matter");
  return { ok: true, skill: { name, description: description.trim(), version: versionOf(fields), body, fields } };
}

/** Some write it among their metadata. */
function versionOf({ version, metadata }: Record<string, unknown>): string {
  const inner = z.looseObject({ version: Version }).safeParse(metadata);
  const own = Version.safeParse(version);
  return String(own.success ? own.data : inner.success ? inner.data.version : "");
}

/** An alias bomb is an error like any other. */
function readValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return "too many aliases";
  }
}

function badField(matter: string, error: z.core.$ZodError): ParsedSkill {
  const key = error.issues[0]?.path[0];
  if (key === undefined) return refusal(1, "the front matter is not a list of names and values");
  const isThere = new RegExp(`^${String(key)}:`, "m").test(matter);
  return refusal(lineOf(matter, String(key)), `${String(key)} ${isThere ? "must be text" : "is missing"}`);
}

/** In the file: the fence is its first line. */
function lineOf(matter: string, key: string): number {
  const at = matter.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 2;
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/:$/, "");
}

function refusal(line: number, reason: string): ParsedSkill {
  return { ok: false, line, reason };
}
