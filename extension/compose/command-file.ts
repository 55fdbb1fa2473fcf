// A command file: front matter that describes it, then the template, verbatim.
import * as z from "zod/mini";
import { type Argument, parseTemplate, wantedBy } from "./expand.ts";
import type { Command } from "./catalog.ts";
import { faultAt, type FileFault, lineOf, readFields } from "./front-matter.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

export type ParsedFile = Result<Pick<Command, "description" | "arguments" | "body" | "wants">, FileFault>;

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
  if (!split.ok) return split;
  const { matter, body, hint } = split.value;
  const read = readFields(matter, FrontMatter);
  if (!read.ok) return read;
  const { description, model, tools } = read.value;
  const declared = read.value.arguments?.map(toArgument) ?? hintArguments(hint, body);
  const repeated = declared.find(({ name }, index) => declared.findIndex((other) => other.name === name) < index);
  if (repeated !== undefined) return faultAt(lineOf(matter, "arguments"), words.duplicateArgument(repeated.name));
  const wants = {
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools: typeof tools === "string" ? tools.split(/[\s,]+/).filter(Boolean) : tools }),
  };
  return {
    ok: true,
    value: {
      description: description ?? summary(body),
      arguments: wantedBy(body, declared),
      body: { kind: "template", text: body },
      ...(Object.keys(wants).length > 0 && { wants }),
    },
  };
}

/** `/folder:name` for a path below the commands folder; `undefined` if the file is not a command. */
export function commandId(path: string): string | undefined {
  const name = path.replace(/(\.prompt)?\.md$/i, "");
  if (name === path) return undefined;
  const steps = name.split("/").map((step) => step.trim().replace(/\s+/g, "-"));
  return steps.every((step) => step !== "") ? `/${steps.join(":")}` : undefined;
}

interface Split {
  matter: string;
  body: string;
  /** Read without the YAML parser: other tools write `[file] [focus]` there, which is not YAML. */
  hint: string;
}

const HINT = /^argument-hint:[ \t]*(?<hint>.*)$/m;

function splitFile(file: string): Result<Split, FileFault> {
  const text = file.replace(/^\uFEFF/, "");
  const fence = /^---[ \t]*\r?\n/.exec(text);
  if (fence === null) return { ok: true, value: { matter: "", body: text, hint: "" } };
  const inner = text.slice(fence[0].length);
  const end = /^---[ \t]*(?:\r?\n|$)/m.exec(inner);
  if (end === null) return faultAt(1, words.noClosingFence);
  const matter = inner.slice(0, end.index);
  const body = inner.slice(end.index + end[0].length);
  const hint = HINT.exec(matter)?.groups?.["hint"]?.trim() ?? "";
  return {
    ok: true,
    value: { matter: matter.replace(HINT, ""), body, hint: hint.replace(/^(["'])(.*)\1$/, "$2") },
  };
}

function toArgument(declared: z.infer<typeof Declared>): Argument {
  if (typeof declared === "string") return { name: declared, required: true };
  const { name, description, required = true } = declared;
  return { name, required, ...(description !== undefined && { description }) };
}

/** `<file> [focus]`: names to show. An argument is required if the template uses it. */
function hintArguments(hint: string, body: string): Argument[] {
  const used = new Set(parseTemplate(body).flatMap((piece) => (piece.slot === "position" ? [piece.number] : [])));
  const names = Array.from(hint.matchAll(/<([^<>]+)>|\[([^[\]]+)\]|([^\s<>[\]]+)/g), (match) =>
    (match[1] ?? match[2] ?? match[3] ?? "").trim(),
  );
  // A slot beyond the names is still one of the command's arguments.
  const count = Math.max(names.length, ...used);
  if (names.length === 0 || count > 100) return [];
  return Array.from({ length: count }, (_, index) => ({
    name: names[index] ?? words.argument(index + 1),
    required: used.has(index + 1),
  })).filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
}

const SUMMARY_LENGTH = 80;

function summary(body: string): string {
  const line =
    body
      .split("\n")
      .find((text) => text.trim() !== "")
      ?.trim()
      .replace(/^#+\s*/, "") ?? "";
  const characters = Array.from(line);
  return characters.length > SUMMARY_LENGTH ? `${characters.slice(0, SUMMARY_LENGTH - 1).join("")}…` : line;
}
