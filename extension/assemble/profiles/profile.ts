// One profile: a TOML file with a system prompt, a model, request options and rules that restrict tools.
import { parse, TomlError } from "smol-toml";
import * as z from "zod/mini";
import { overlayMisfit } from "../../providers/overlay.ts";
import { PERMISSIONS } from "../../message/permission.ts";
import { expectedBy } from "../../text/issue-words.ts";
import type { TemplateFiles } from "../templates/template-job.ts";
import * as words from "./words.ts";

const Words = z.string().check(z.trim(), z.minLength(1));
const Count = z.int().check(z.gte(1));

/** A profile may restrict its tools, never allow more: the user may not have read the profiles of a project. */
const ProfileRule = z.strictObject({
  permission: z.enum(PERMISSIONS),
  pattern: z.string(),
  action: z.enum(["ask", "deny"]),
});
export type ProfileRule = z.infer<typeof ProfileRule>;

/** What a profile can offer while code is refactored: tools that read files of the workspace. */
const REFACTOR_TOOLS = ["read", "glob", "grep"] as const;

const Fields = z.strictObject({
  name: z.optional(z.string().check(z.regex(/^[^\s/][^\n/]{0,58}[^\s/]$|^[^\s/]$/))),
  description: z.optional(z.string()),
  provider: z.optional(Words),
  model: z.optional(Words),
  system_prompt: z.optional(z.string()),
  context_window: z.optional(Count),
  max_output: z.optional(Count),
  extends: z.optional(Words),
  body: z.optional(z.record(z.string(), z.json())),
  rules: z.optional(z.array(ProfileRule)),
  refactor_tools: z.optional(z.array(z.enum(REFACTOR_TOOLS))),
});
type Fields = z.infer<typeof Fields>;

export type ProfileSource = "project" | "user" | "bundled";

export interface Profile extends Omit<Fields, "name"> {
  name: string;
  source: ProfileSource;
  /** As shown to the user. */
  file: string;
  /** Its text, to say in which line something stands. */
  text: string;
  /** The files that its system prompt names. */
  files?: TemplateFiles;
}

export interface ProfileProblem {
  file: string;
  line: number;
  reason: string;
}

/** These fields carry the conversation, so a profile cannot set them. */
const RESERVED = new Set([
  ...["model", "stream", "messages", "input", "contents", "prompt", "tools"],
  ...["system", "instructions", "system_instruction", "systemInstruction"],
]);

/** A file `review.toml` without a name is the profile "review". */
export function parseProfile(
  text: string,
  { file, source }: { file: string; source: ProfileSource },
): Profile | ProfileProblem {
  const problem = (line: number, reason: string): ProfileProblem => ({ file, line, reason });
  let raw: unknown;
  try {
    raw = parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof TomlError) return problem(error.line, firstLine(error.message));
    return problem(1, words.invalidToml);
  }
  const parsed = Fields.safeParse(raw, { reportInput: true });
  if (!parsed.success) {
    const { path, reason } = firstIssue(parsed.error);
    return problem(lineOf(text, path), reason);
  }
  const fields = parsed.data;
  const reserved = Object.keys(fields.body ?? {}).find((key) => RESERVED.has(key));
  if (reserved !== undefined) return problem(lineOf(text, ["body", reserved]), words.reservedField(reserved));
  const misfit = bodyProblem({ file, text }, fields.body ?? {}, fields.provider);
  if (misfit !== undefined) return misfit;
  const name = fields.name ?? nameOfFile(file);
  return { ...fields, name, source, file, text };
}

/** The first field of a body that a profile may not set. Without a provider, the fields of all providers are allowed. */
export function bodyProblem(
  { file, text }: { file: string; text: string },
  body: Readonly<Record<string, unknown>>,
  provider: string | undefined,
): ProfileProblem | undefined {
  const misfit = overlayMisfit(body, provider, "written");
  if (misfit === undefined) return undefined;
  return { file, line: lineOf(text, misfit.path), reason: words.invalidField(misfit.path, misfit.reason) };
}

/** The line where a field stands, or the nearest thing to it. */
export function lineOf(text: string, path: readonly string[]): number {
  const [first = "", ...rest] = path;
  const lines = text.split("\n");
  const table = lines.findIndex((line) => tableOf(line)?.split(".")[0] === first);
  if (rest.length === 0 || table < 0) {
    const key = lines.findIndex((line) => keyOf(line) === first || keyOf(line)?.startsWith(`${first}.`) === true);
    return Math.max(key, table, 0) + 1;
  }
  // The whole path, else the nearest thing around it: it may stand in one line with what holds it.
  for (let depth = path.length; depth > 1; depth -= 1) {
    const near = path.slice(0, depth);
    const at = lines.findIndex((line, index) => index >= table && standsIn(line, near));
    if (at >= 0) return at + 1;
  }
  return table + 1;
}

/** `[a.b.c]`, `c = …`, `b.c = …` or `b.c.d = …`. */
function standsIn(line: string, path: readonly string[]): boolean {
  const key = keyOf(line);
  if (key === undefined) return tableOf(line) === path.join(".");
  return path.some((_, from) => from > 0 && `${key}.`.startsWith(`${path.slice(from).join(".")}.`));
}

/** The line of the file for a line of a template in it. */
export function templateLine(text: string, path: readonly string[], line = 1): number {
  const at = lineOf(text, path);
  const opened = text.split("\n")[at - 1] ?? "";
  // What follows the quotes on the next line is the template's first.
  return at + (/=\s*("""|''')\s*$/.test(opened) ? line : line - 1);
}

function keyOf(line: string): string | undefined {
  return /^\s*(["']?)([\w.-]+)\1\s*=/.exec(line)?.[2];
}

function tableOf(line: string): string | undefined {
  return /^\s*\[\[?\s*([\w."'-]+)\s*\]/.exec(line)?.[1];
}

function nameOfFile(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.toml$/i, "");
}

function firstIssue(error: z.core.$ZodError): { path: string[]; reason: string } {
  const [issue] = error.issues;
  if (issue === undefined) return { path: [], reason: words.invalidContent };
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    return { path: [key], reason: words.unknownField(key, Object.keys(Fields.shape)) };
  }
  const path = issue.path.map(String);
  return { path, reason: words.invalidField(path, expectedBy(issue)) };
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
}
