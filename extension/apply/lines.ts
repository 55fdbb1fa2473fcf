// Lines as they are compared: their words without the blanks around them, and how deep they stand.
import { Breather } from "../stream/breather.ts";

/** One step of indentation, so that half a step is a whole number too. */
export const STEP = 24;

export interface Line {
  text: string;
  /** Without the blanks around them; empty for a blank line. */
  words: string;
  /** In `STEP`s. */
  level: number;
}

/** How a text indents: a tab, or so many spaces. */
export interface Indent {
  text: string;
  width: number;
}

/** Splits lines as VS Code does, without the byte order mark. */
export function splitLines(text: string): string[] {
  const plain = text.startsWith("\ufeff") ? text.slice(1) : text;
  return plain.includes("\r") ? plain.split(/\r\n|\r|\n/) : plain.split("\n");
}

/** How many lines tell how a text indents. */
const TELLING = 3_000;

/** By what most lines that stand deeper than the line before them add; nothing where none does. */
export function indentOf(lines: readonly string[]): Indent | undefined {
  const votes = new Map<string, number>();
  let last = "";
  for (const line of lines.slice(0, TELLING)) {
    if (line.trim() === "") continue;
    const blank = blankOf(line);
    if (blank.length > last.length && blank.startsWith(last)) {
      const more = blank.slice(last.length);
      const unit = more.startsWith("\t") ? "\t" : more;
      if (unit === "\t" || (unit.length > 1 && unit.length <= 8)) votes.set(unit, (votes.get(unit) ?? 0) + 1);
    }
    last = blank;
  }
  const [most] = [...votes].sort(([a, x], [b, y]) => y - x || a.length - b.length);
  return most && { text: most[0], width: most[0] === "\t" ? 4 : most[0].length };
}

export async function readLines(texts: readonly string[], indent: Indent): Promise<Line[]> {
  const breather = new Breather();
  const lines: Line[] = [];
  for (const text of texts) {
    lines.push({ text, words: text.trim(), level: levelOf(text, indent) });
    if ((lines.length & 1023) === 0 && breather.isDue) await breather.rest();
  }
  return lines;
}

function levelOf(text: string, { width }: Indent): number {
  let tabs = 0;
  let spaces = 0;
  for (const sign of blankOf(text))
    if (sign === "\t") tabs += 1;
    else spaces += 1;
  return tabs * STEP + Math.round((spaces * STEP) / width);
}

/** The blanks that stand for a level. */
export function indentation(level: number, { text, width }: Indent): string {
  const steps = Math.max(0, Math.floor(level / STEP));
  const rest = Math.max(0, level - steps * STEP);
  return text.repeat(steps) + " ".repeat(Math.round((rest * width) / STEP));
}

/** What a line begins with. */
export function blankOf(text: string): string {
  let end = 0;
  while (text[end] === " " || text[end] === "\t") end += 1;
  return text.slice(0, end);
}
