// Instructions that name the files they are for: the globs in `applyTo`, and whether one fits a file in play.
import * as z from "zod/mini";
import { pathInside } from "../../assemble/instructions.ts";
import { readFields, splitFenced } from "../../compose/front-matter.ts";
import type { Result } from "../../message/result.ts";
import type { Breather } from "../../stream/breather.ts";
import { parseGlob } from "../../tools/rules/glob-pattern.ts";
import * as words from "./words.ts";

/** Globs are written by people; these limits keep matching them short. */
const MOST_PATTERNS = 50;
const LONGEST_PATTERN = 200;

export interface Scoped {
  patterns: readonly string[];
  body: string;
}

const Matter = z.looseObject({ applyTo: z.optional(z.union([z.string(), z.array(z.string())])) });

/** Without `applyTo` there are no patterns: such a file is for people to mention, not for every request. */
export function parseScoped(text: string): Result<Scoped, string> {
  const fenced = splitFenced(text);
  if (!fenced.ok) return { ok: true, value: { patterns: [], body: text } };
  const { matter, body } = fenced.value;
  const read = readFields(matter, Matter);
  // A glob without quotes is an alias or a map in YAML. VS Code reads it as it is written, and so does Galley.
  const written = (read.ok ? read.value.applyTo : undefined) ?? asWritten(matter);
  if (!read.ok && written === "" && /^applyTo:/m.test(matter))
    return { ok: false, failure: words.atLine(read.failure.line, read.failure.reason) };
  const patterns = (typeof written === "string" ? [written] : written).flatMap(splitAtCommas);
  if (patterns.length > MOST_PATTERNS || patterns.some(({ length }) => length > LONGEST_PATTERN))
    return { ok: false, failure: words.tooManyGlobs(MOST_PATTERNS, LONGEST_PATTERN) };
  return { ok: true, value: { patterns, body } };
}

function asWritten(matter: string): string {
  const value = /^applyTo:[ \t]*(.*)$/m.exec(matter)?.[1] ?? "";
  return value.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Commas in braces belong to the glob. */
function splitAtCommas(list: string): string[] {
  const patterns = [""];
  let depth = 0;
  for (const sign of list) {
    if (sign === "{") depth += 1;
    if (sign === "}") depth -= 1;
    if (sign === "," && depth <= 0) patterns.push("");
    else patterns.push(`${patterns.pop() ?? ""}${sign}`);
  }
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
}

/** These are for every request, also without a file. */
const EVERYTHING = new Set(["**", "**/*", "*"]);

/** A pattern that begins with a slash is meant from the root of its workspace folder, others anywhere below it. */
export async function appliesTo(
  patterns: readonly string[],
  root: string,
  inPlay: readonly string[],
  breather: Breather,
): Promise<boolean> {
  const inside = inPlay.flatMap((path) => pathInside(root, path) ?? []);
  for (const pattern of patterns) {
    if (EVERYTHING.has(pattern)) return true;
    const glob = parseGlob(pattern.startsWith("/") ? pattern.slice(1) : `**/${pattern}`);
    for (const path of inside) {
      if (glob.matches(path)) return true;
      if (breather.isDue) await breather.rest();
    }
  }
  return false;
}
