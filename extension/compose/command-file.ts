// A command file: front matter that describes it, then the template, verbatim.
import * as z from "zod/mini";
import { type Argument, positionsOf, slotNames, wantedBy } from "./expand.ts";
import type { Command } from "./catalog.ts";
import { faultAt, type FileFault } from "./front-matter.ts";
import { type LooseMatter, readLoosely, splitLoosely, textIn } from "./loose-matter.ts";
import type { Result } from "../message/result.ts";
import { summaryOf } from "../text/summary.ts";
import * as words from "./words.ts";

export type ParsedFile = Result<Pick<Command, "description" | "arguments" | "body" | "wants">, FileFault>;

/** Reads what others wrote: what it does not understand of the front matter, it leaves out. */
export function parseCommandFile(text: string): ParsedFile {
  const { matter, body, isClosed } = splitLoosely(text);
  if (!isClosed && body.trim() === "") return faultAt(1, words.noClosingFence);
  const read = readLoosely(matter);
  const model = textIn(read, "model");
  const tools = toolsIn(read);
  const wants = { ...(model !== undefined && { model }), ...(tools !== undefined && { tools }) };
  return {
    ok: true,
    value: {
      description: textIn(read, "description") ?? summaryOf(body),
      arguments: wantedBy(body, declaredIn(read, body)),
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

/** `Bash(git add:*)` is one name. */
const TOOL = /[^\s,()[\]"']+(?:\([^()]*\))?/g;

function toolsIn(read: LooseMatter): string[] | undefined {
  const key = ["tools", "allowed-tools"].find((name) => (read.fields[name] ?? undefined) !== undefined);
  if (key === undefined) return undefined;
  const value = read.fields[key];
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [read.texts.get(key) ?? ""];
  return texts.flatMap((text) => text.match(TOOL) ?? []);
}

const MOST_DECLARED = 100;

const Entry = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  /** Text in front matter that is not strict YAML. */
  required: z.optional(z.union([z.boolean(), z.string()])),
});

/** The names of `arguments`, else those of `argument-hint`. Of two with one name, the first counts. */
function declaredIn(read: LooseMatter, body: string): Argument[] {
  const value = read.fields["arguments"];
  const entries: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? wordsOf(value) : [];
  const declared = entries.slice(0, MOST_DECLARED).flatMap(toArgument);
  if (declared.length === 0) return hintArguments(textIn(read, "argument-hint") ?? "", body);
  return declared.filter(({ name }, index) => declared.findIndex((other) => other.name === name) === index);
}

function wordsOf(text: string): string[] {
  return text.match(/[^\s,[\]"']+/g) ?? [];
}

function toArgument(entry: unknown): Argument[] {
  const { data } = Entry.safeParse(typeof entry === "string" ? { name: entry } : entry);
  if (data === undefined || data.name.trim() === "") return [];
  const { name, description, required = true } = data;
  return [{ name, required: String(required) !== "false", ...(description !== undefined && { description }) }];
}

/** `<file> [focus]`: names to show. One without brackets is required if the template takes it. */
function hintArguments(hint: string, body: string): Argument[] {
  if (hint === "") return [];
  const positions = positionsOf(body);
  const named = slotNames(body);
  const hinted = Array.from(hint.matchAll(/<([^<>]+)>|\[([^[\]]+)\]|([^\s<>[\]]+)/g))
    // A sign between names, such as `|`, is none.
    .filter(([text]) => /[\p{L}\p{N}]/u.test(text))
    .slice(0, MOST_DECLARED);
  const names = hinted.map((match) => (match[1] ?? match[2] ?? match[3] ?? "").trim());
  return names.map((name, index) => ({
    name: names.indexOf(name) === index ? name : words.argument(index + 1),
    required: hinted[index]?.[2] === undefined && (positions.has(index + 1) || named.has(name)),
  }));
}
