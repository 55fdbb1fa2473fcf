// The code of a block, prepared to be found in a file: without blank lines around it, and with its omissions marked.
import { isBareElision, isCloser, isElision, isStrong } from "./line-kind.ts";
import { blankOf, type Indent, indentOf, type Line, readLines, splitLines } from "./lines.ts";

export interface Snippet {
  lines: Line[];
  /** Lines that stand for what the file has there. */
  isElided: boolean[];
  indent: Indent;
  /** The depth of its outermost lines. */
  level: number;
  /** Which lines begin something at that depth; the first always does. */
  heads: number[];
}

export interface SnippetOptions {
  /** The lines of the file, and how it indents. */
  file: readonly string[];
  indent: Indent;
  /** `...` is a line of the file itself. */
  keepsDots: boolean;
}

/** `undefined` if it has no line by which it could be found. */
export async function readSnippet(text: string, options: SnippetOptions): Promise<Snippet | undefined> {
  const { file, indent, keepsDots } = options;
  const isLeftOut = (words: string): boolean => isElision(words) || (!keepsDots && isBareElision(words));
  const written = withFirstIndent(splitLines(text));
  const told = indentOf(written) ?? indent;
  const own = told.text === indent.text || hasIndented(file, written) ? indent : told;
  const all = await readLines(written, own);
  const says = ({ words }: Line): boolean => words !== "" && !isLeftOut(words);
  const [first, last] = [all.findIndex(says), all.findLastIndex(says)];
  if (!all.some((line) => says(line) && isStrong(line.words))) return undefined;
  const lines = all.slice(first, last + 1).filter((line, at, around) => {
    const isBeside = [around[at - 1], around[at + 1]].some((other) => other && isLeftOut(other.words));
    // Drop blank lines beside an omission: the file has its own there.
    return line.words !== "" || !isBeside;
  });
  const isElided = lines.map(({ words }) => isLeftOut(words));
  const said = lines.filter(says);
  const level = said.reduce((least, line) => Math.min(least, line.level), Infinity);
  const heads = lines.flatMap((line, at) => (at === 0 || (says(line) && isHead(line, level)) ? [at] : []));
  return { lines, isElided, indent: own, level, heads };
}

export function isHead(line: Line, level: number): boolean {
  return line.words !== "" && line.level === level && !isCloser(line.words);
}

/** Half of its indented lines stand in the file as they are: then it indents as the file does. */
function hasIndented(file: readonly string[], written: readonly string[]): boolean {
  const indented = new Set(written.filter((line) => line.trim() !== "" && blankOf(line) !== ""));
  const all = indented.size;
  for (const line of file) if (indented.size > 0) indented.delete(line);
  return 2 * indented.size <= all;
}

/** Models often lose the indentation of the first line only: then the closing line tells it. */
function withFirstIndent(lines: readonly string[]): string[] {
  const said = lines.filter((line) => line.trim() !== "");
  const [first = "", last = ""] = [said[0], said.at(-1)];
  const blank = blankOf(last);
  if (said.length < 2 || blank === "" || blankOf(first) !== "" || !isCloser(last.trim())) return [...lines];
  if (!said.slice(1).every((line) => line.startsWith(blank))) return [...lines];
  return lines.with(lines.indexOf(first), blank + first);
}
