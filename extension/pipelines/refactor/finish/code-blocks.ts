// The code blocks of an answer: what stands between fences, also if the code has fences of its own.
import { isShell, languageOfFence } from "../../../text/fence.ts";
import { splitLines } from "../../../apply/lines.ts";

export interface CodeBlock {
  lines: string[];
  /** What the fence says of it. */
  language: string;
  isShell: boolean;
  /** The answer ends before its closing fence. */
  isOpen: boolean;
}

export interface Answer {
  lines: string[];
  blocks: CodeBlock[];
}

interface Fence {
  at: number;
  sign: string;
  length: number;
  info: string;
  indent: number;
}

/** Without what a model thinks aloud before it answers. */
export function readAnswer(output: string): Answer {
  const lines = splitLines(output.replace(/^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>\s*/i, ""));
  return { lines, blocks: blocksIn(lines) };
}

function blocksIn(lines: readonly string[]): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const fence = fenceAt(lines, at);
    if (fence === undefined) continue;
    const end = closingOf(lines, fence);
    blocks.push(blockOf(lines, fence, end ?? lines.length, end === undefined));
    at = end ?? lines.length;
  }
  return blocks;
}

function blockOf(lines: readonly string[], fence: Fence, end: number, isOpen: boolean): CodeBlock {
  const { at, info, indent } = fence;
  const blanks = new RegExp(`^ {0,${indent}}`);
  const inside = lines.slice(at + 1, end);
  const body = indent === 0 ? inside : inside.map((line) => line.replace(blanks, ""));
  return { lines: body, language: languageOfFence(info).toLowerCase(), isShell: isShell(info), isOpen };
}

function fenceAt(lines: readonly string[], at: number): Fence | undefined {
  const line = lines[at] ?? "";
  if (!line.includes("```") && !line.includes("~~~")) return undefined;
  const {
    indent = "",
    run = "",
    info = "",
  } = /^(?<indent>\s*)(?<run>`{3,}|~{3,})(?<info>[^`]*)$/.exec(line)?.groups ?? {};
  if (run === "") return undefined;
  return { at, sign: run.charAt(0), length: run.length, info: info.trim(), indent: indent.length };
}

/** A fence with a language inside a block opens another; a bare one ends the innermost. */
function closingOf(lines: readonly string[], opening: Fence): number | undefined {
  const depths: Fence[] = [opening];
  let first: number | undefined;
  for (let at = opening.at + 1; at < lines.length; at += 1) {
    const fence = fenceAt(lines, at);
    const inner = depths.at(-1);
    if (fence === undefined || inner === undefined || fence.sign !== opening.sign) continue;
    if (fence.length < opening.length) continue;
    if (fence.info !== "") {
      depths.push(fence);
      continue;
    }
    first ??= at;
    depths.pop();
    if (depths.length === 0) return at;
  }
  // Fences that do not come in pairs: the plain reading is that the first bare one ends the block.
  return first;
}

/** From the first fence to the last: the reading of code that has bare fences itself. */
export function widestBlock({ lines }: Answer): CodeBlock | undefined {
  const at = lines.findIndex((_, index) => fenceAt(lines, index) !== undefined);
  const fence = fenceAt(lines, at);
  if (fence === undefined) return undefined;
  const end = lines.findLastIndex((_, index) => {
    const other = fenceAt(lines, index);
    return index > at && other?.info === "" && other.sign === fence.sign && other.length >= fence.length;
  });
  return end < 0 ? undefined : blockOf(lines, fence, end, false);
}

export function hasFence(lines: readonly string[]): boolean {
  return countFences(lines) > 0;
}

export function countFences(lines: readonly string[]): number {
  return lines.filter((_, at) => fenceAt(lines, at) !== undefined).length;
}
