// Which files of a folder are ignored: the rules of its ignore files, nearest last, and the editor's exclude patterns.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { expandBraces } from "../text/expand-braces.ts";
import { quickPattern, toIgnorePatterns } from "../text/ignore-patterns.ts";

const FILES = [".gitignore", ".ignore", ".galleyignore"];

/** Rules of one folder, for paths below it. */
interface Layer {
  /** With a slash at its end, or empty for the root. */
  base: string;
  rules: Ignore;
}

export type Layers = readonly Layer[];

/** `patterns` are the editor's globs, such as "node_modules anywhere". A folder's version control is never listed. */
export function rootLayers(patterns: readonly string[]): Layers {
  return [{ base: "", rules: ignore({ allowRelativePaths: true }).add([".git", ...patterns.flatMap(toRules)]) }];
}

/** With the rules that `names`, the entries of the folder, bring. */
export async function withRulesOf(
  folder: string,
  base: string,
  names: readonly string[],
  above: Layers,
): Promise<Layers> {
  const present = FILES.filter((file) => names.includes(file));
  if (present.length === 0) return above;
  // A file that cannot be read has no rules.
  const texts = await Promise.all(present.map((file) => readFile(join(folder, file), "utf8").catch(() => "")));
  return [...above, { base, rules: ignore({ allowRelativePaths: true }).add(texts.flatMap(toIgnorePatterns)) }];
}

/** `path` is relative to the root; a folder's ends with a slash. */
export function isIgnored(path: string, layers: Layers): boolean {
  for (const { base, rules } of layers.toReversed()) {
    const { ignored, unignored } = rules.test(path.slice(base.length));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/** The editor's globs are anchored and know braces. */
function toRules(glob: string): string[] {
  return expandBraces(glob)
    .map((pattern) => (pattern.startsWith("**/") ? pattern : `/${pattern.replace(/^\//, "")}`))
    .flatMap((pattern) => quickPattern(pattern) ?? []);
}
