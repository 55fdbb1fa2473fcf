// The instruction files of a project: where they may be, and one bounded text made of them.
import { estimateTokens } from "./tokens/estimate.ts";
import * as words from "./words.ts";

/** At the root of a workspace folder. */
const AT_ROOT = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md"];

/** In any folder on the way to a file in play. */
const NESTED = ["AGENTS.md", "CLAUDE.md"];

/** For the text of the files, not counting their names. */
export const MOST_INSTRUCTION_TOKENS = 8_000;

/** Read nested instructions from at most this many folders. */
const MOST_FOLDERS = 100;

/**
 * Every path where instructions may stand: at the roots, and in the folders of the files in play, the farthest first.
 * `roots` are how paths into each workspace folder begin: empty when there is only one folder. The order of `inPlay`
 * does not matter.
 */
export function instructionPaths(
  roots: readonly string[],
  inPlay: readonly string[],
): { atRoot: string[]; nested: string[] } {
  const folders = new Set(roots.flatMap((root) => inPlay.flatMap((path) => foldersOn(root, path))));
  const sorted = [...folders].sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
  const under = (folder: string, names: readonly string[]): string[] =>
    names.map((name) => (folder === "" ? name : `${folder}/${name}`));
  return {
    atRoot: roots.flatMap((root) => under(root, AT_ROOT)),
    nested: sorted.slice(0, MOST_FOLDERS).flatMap((folder) => under(folder, NESTED)),
  };
}

/** A path below a root, without the root; `undefined` outside it. */
export function pathInside(root: string, path: string): string | undefined {
  const isInside = root === "" ? !/^([a-z][a-z0-9+.-]*:|[\\/])/i.test(path) : path.startsWith(`${root}/`);
  // A path may come from an import: one that leads out of the folder and back in is not followed either.
  if (!isInside || path.split(/[\\/]/).includes("..")) return undefined;
  return root === "" ? path : path.slice(root.length + 1);
}

/** The folders below a root on the way to a path, which may be a folder itself. */
function foldersOn(root: string, path: string): string[] {
  const inside = pathInside(root, path)?.split("/");
  if (inside === undefined) return [];
  const steps = inside.slice(0, /\./.test(inside.at(-1) ?? "") ? -1 : undefined);
  return steps.map((_, index) => [...(root === "" ? [] : [root]), ...steps.slice(0, index + 1)].join("/"));
}

function depth(path: string): number {
  return path.split("/").length;
}

export interface InstructionFile {
  path: string;
  text: string;
}

export interface Instructions {
  /** Empty without instruction files. */
  text: string;
  /** The files in it, in order, and what each costs. */
  sources: { path: string; tokens: number }[];
  left_out: { what: string; why: string }[];
}

/** One text, with every file under its name. A file that does not fit is cut, and a note in the text says so. */
export function joinInstructions(files: readonly InstructionFile[]): Instructions {
  const left_out: Instructions["left_out"] = [];
  const blocks: string[] = [];
  const sources: Instructions["sources"] = [];
  let room = MOST_INSTRUCTION_TOKENS;
  for (const [index, { path, text }] of files.entries()) {
    const body = text.trim();
    const twin = files.slice(0, index).find((other) => other.text.trim() === body);
    if (body === "" || twin !== undefined) {
      if (twin !== undefined && body !== "") left_out.push({ what: path, why: words.duplicateOf(twin.path) });
      continue;
    }
    const tokens = estimateTokens(body, "prose");
    const kept = tokens <= room ? body : cutTo(body, room);
    const cut = tokens <= room ? 0 : tokens - estimateTokens(kept, "prose");
    room = Math.max(0, room - tokens);
    const why = words.truncated(cut, MOST_INSTRUCTION_TOKENS);
    if (cut > 0) left_out.push({ what: path, why });
    sources.push({ path, tokens: tokens - cut });
    blocks.push([words.instructionsFrom(path), kept, ...(cut > 0 ? [`[${why}]`] : [])].filter(Boolean).join("\n"));
  }
  return { text: blocks.length === 0 ? "" : [words.instructionsHead, ...blocks].join("\n\n"), sources, left_out };
}

/** As many whole lines as fit; of a line that is too long, its beginning. */
function cutTo(text: string, room: number): string {
  let part = text;
  for (let tokens = estimateTokens(part, "prose"); tokens > room && part !== "";) {
    const shorter = part.slice(0, Math.floor((part.length * room) / tokens));
    const end = shorter.lastIndexOf("\n");
    part = (end < 0 ? shorter : shorter.slice(0, end)).trimEnd();
    tokens = estimateTokens(part, "prose");
  }
  return part;
}
