// A command file: front matter that describes it, then the template, verbatim.
import { LineCounter, parseDocument } from "yaml";
import * as z from "zod/mini";
import { type Argument, parseTemplate, wantedBy } from "./expand.ts";
import type { Command } from "./catalog.ts";

export type ParsedFile =
  | { ok: true; command: Pick<Command, "description" | "arguments" | "body" | "wants"> }
  | { ok: false; line: number; reason: string };

const Declared = z.union([
  z.string().check(z.minLength(1)),
  z.object({
    name: z.string().check(z.minLength(1)),
    description: z.optional(z.string()),
    required: z.optional(z.boolean()),
  }),
]);

const Names = z.union([z.string(), z.array(z.string())]);

const FrontMatter = z.looseObject({
  description: z.optional(z.string()),
  arguments: z.optional(z.array(Declared)),
  model: z.optional(z.string()),
  tools: z.optional(Names),
});

export function parseCommandFile(text: string): ParsedFile {
  const split = splitFile(text);
  if ("reason" in split) return { ok: false, ...split };
  const { matter, body, hint } = split;
  const lines = new LineCounter();
  const document = parseDocument(matter, { lineCounter: lines, logLevel: "silent" });
  const [error] = document.errors;
  // The fence is the file's first line.
  if (error !== undefined)
    return { ok: false, line: (error.linePos?.[0].line ?? 0) + 1, reason: firstLine(error.message) };
  const parsed = FrontMatter.safeParse(readValue(document) ?? {});
  if (!parsed.success) return refusal(matter, parsed.error);
  const { description, model, tools } = parsed.data;
  const declared = parsed.data.arguments?.map(toArgument) ?? hintArguments(hint, body);
  const repeated = declared.find(({ name }, index) => declared.findIndex((other) => other.name === name) < index);
  if (repeated !== undefined)
    return { ok: false, line: lineOf(matter, "arguments"), reason: `two arguments are called ${repeated.name}` };
  const wants = {
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools: typeof tools === "string" ? tools.split(/[\s,]+/).filter(Boolean) : tools }),
  };
  return {
    ok: true,
    command: {
      description: description ?? summary(body),
      arguments: wantedBy(body, declared),
      body: { kind: "template", text: body },
      ...(Object.keys(wants).length > 0 && { wants }),
    },
  };
}

/** `/folder:name`, from a path below the folder of commands; undefined for a file that is no command. */
export function commandId(path: string): string | undefined {
  const name = path.replace(/(\.prompt)?\.md$/i, "");
  if (name === path) return undefined;
  const steps = name.split("/").map((step) => step.trim().replace(/\s+/g, "-"));
  return steps.every((step) => step !== "") ? `/${steps.join(":")}` : undefined;
}

interface Split {
  matter: string;
  body: string;
  /** Taken out by hand: others write `[file] [focus]` there, which is not YAML. */
  hint: string;
}

const HINT = /^argument-hint:[ \t]*(?<hint>.*)$/m;

function splitFile(file: string): Split | { line: number; reason: string } {
  const text = file.replace(/^\uFEFF/, "");
  const fence = /^---[ \t]*\r?\n/.exec(text);
  if (fence === null) return { matter: "", body: text, hint: "" };
  const inner = text.slice(fence[0].length);
  const end = /^---[ \t]*(?:\r?\n|$)/m.exec(inner);
  if (end === null) return { line: 1, reason: "the front matter has no closing ---" };
  const matter = inner.slice(0, end.index);
  const body = inner.slice(end.index + end[0].length);
  const hint = HINT.exec(matter)?.groups?.["hint"]?.trim() ?? "";
  return { matter: matter.replace(HINT, ""), body, hint: hint.replace(/^(["'])(.*)\1$/, "$2") };
}

/** An alias bomb is an error like any other: the message says so. */
function readValue(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return "too many aliases";
  }
}

function toArgument(declared: z.infer<typeof Declared>): Argument {
  if (typeof declared === "string") return { name: declared, required: true };
  const { name, description, required = true } = declared;
  return { name, required, ...(description !== undefined && { description }) };
}

/** `<file> [focus]`: names to show. Whether one must be there is for the template to say. */
function hintArguments(hint: string, body: string): Argument[] {
  const used = new Set(parseTemplate(body).flatMap((piece) => (piece.slot === "position" ? [piece.number] : [])));
  const names = Array.from(hint.matchAll(/<([^<>]+)>|\[([^[\]]+)\]|([^\s<>[\]]+)/g), (match) =>
    (match[1] ?? match[2] ?? match[3] ?? "").trim(),
  );
  // A slot beyond the names is still one of the command's arguments.
  const count = Math.max(names.length, ...used);
  if (names.length === 0 || count > 100) return [];
  return Array.from({ length: count }, (_, index) => ({
    name: names[index] ?? `argument ${index + 1}`,
    required: used.has(index + 1),
  })).filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
}

function refusal(matter: string, error: z.core.$ZodError): ParsedFile {
  const [issue] = error.issues;
  const key = issue?.path[0];
  if (key === undefined) return { ok: false, line: 1, reason: "the front matter is not a list of names and values" };
  const place = issue?.path.join(".") ?? "";
  return {
    ok: false,
    line: lineOf(matter, String(key)),
    reason: `${place} is not as expected: ${issue?.message ?? ""}`,
  };
}

function lineOf(matter: string, key: string): number {
  const at = matter.split("\n").findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 2;
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
}

const SUMMARY_LENGTH = 80;

function summary(body: string): string {
  const line =
    body
      .split("\n")
      .find((words) => words.trim() !== "")
      ?.trim()
      .replace(/^#+\s*/, "") ?? "";
  const characters = Array.from(line);
  return characters.length > SUMMARY_LENGTH ? `${characters.slice(0, SUMMARY_LENGTH - 1).join("")}…` : line;
}
