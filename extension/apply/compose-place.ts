// A part of a file after a snippet is applied to it, and how much of the two is the same.
import { Breather } from "../stream/breather.ts";
import { alignKeys } from "./align.ts";
import { isSimilar, isStrong } from "./line-kind.ts";
import { indentation, type Indent, type Line } from "./lines.ts";
import type { Snippet } from "./snippet.ts";

/** A part of a file and what it becomes. Lines count from 0; `end` is the first that stays. */
export interface Place {
  start: number;
  end: number;
  lines: string[];
}

export interface Composed extends Place {
  /** How many lines both have: those that tell a place, and the others. */
  strong: number;
  weak: number;
  /** Lines that are only in the file's part, left-out ones aside. */
  lost: number;
  /** Lines that are only in the snippet. */
  fresh: number;
}

/** Compare at most this many lines word by word; the rest count as new. */
const MOST_COMPARED = 4_000;

/** How far below a changed line its old form may be. */
const NEAR = 40;

export interface Part {
  start: number;
  end: number;
  /** How much deeper the file's part stands. */
  shift: number;
}

export async function composePlace(
  file: readonly Line[],
  indent: Indent,
  snippet: Snippet,
  part: Part,
): Promise<Composed> {
  return new Composer(file, indent, snippet, part, await pairsOf(file, snippet, part)).compose();
}

class Composer {
  readonly #file: readonly Line[];
  readonly #indent: Indent;
  readonly #snippet: Snippet;
  readonly #part: Part;
  /** For each line of the snippet its line of the file, or -1; and that of the next line that has one. */
  readonly #pairs: Int32Array;
  readonly #next: Int32Array;
  readonly #out: string[] = [];
  readonly #count = { strong: 0, weak: 0, lost: 0, fresh: 0 };
  /** The first undecided line of the part. */
  #at: number;
  #isPending = false;
  #compared = 0;
  readonly #hasElided: boolean;

  constructor(file: readonly Line[], indent: Indent, snippet: Snippet, part: Part, pairs: Int32Array) {
    [this.#file, this.#indent, this.#snippet, this.#part] = [file, indent, snippet, part];
    this.#pairs = pairs;
    this.#next = new Int32Array(this.#pairs.length);
    let next = part.end;
    for (let index = this.#pairs.length - 1; index >= 0; index -= 1) {
      const pair = this.#pairs[index] ?? -1;
      if (pair >= 0) next = pair;
      this.#next[index] = next;
    }
    this.#at = part.start;
    this.#hasElided = snippet.isElided.includes(true);
  }

  async compose(): Promise<Composed> {
    const { lines, isElided } = this.#snippet;
    const breather = new Breather();
    for (const [index, line] of lines.entries()) {
      const pair = this.#pairs[index] ?? -1;
      if (isElided[index] === true) this.#isPending = true;
      else if (pair >= 0) this.#same(line, pair);
      else this.#new(line, this.#next[index] ?? this.#part.end);
      if (breather.isDue) await breather.rest();
    }
    this.#pass(this.#part.end);
    const { start, end } = this.#part;
    return { start, end, lines: this.#out, ...this.#count };
  }

  /** The file's own line, its blanks at the end included; deeper or less deep it is the snippet's. */
  #same(line: Line, pair: number): void {
    this.#pass(pair);
    const own = this.#file[pair];
    this.#out.push(
      own?.level === line.level + this.#part.shift || line.words === "" ? (own?.text ?? "") : this.#in(line),
    );
    this.#at = pair + 1;
    if (isStrong(line.words)) this.#count.strong += 1;
    else if (line.words !== "") this.#count.weak += 1;
  }

  /** In the place of a line like it. Behind left-out lines, if there is none: after all of them. */
  #new(line: Line, next: number): void {
    const like = this.#like(line, next);
    if (like !== undefined) {
      this.#pass(like);
      this.#lose(like);
      this.#at = like + 1;
    } else if (this.#isPending) this.#pass(next);
    this.#out.push(this.#in(line));
    if (line.words !== "") this.#count.fresh += 1;
  }

  /** Only beside left-out lines it matters which line became which. */
  #like(line: Line, next: number): number | undefined {
    if (line.words === "" || !this.#hasElided) return undefined;
    const level = line.level + this.#part.shift;
    for (let at = this.#at; at < Math.min(next, this.#at + NEAR); at += 1) {
      if ((this.#compared += 1) > MOST_COMPARED) return undefined;
      const own = this.#file[at];
      if (own !== undefined && own.level === level && isSimilar(own.words, line.words)) return at;
    }
    return undefined;
  }

  /** Keeps the file's lines before `to` if the snippet omits lines here, and removes them otherwise. */
  #pass(to: number): void {
    for (let at = this.#at; at < to; at += 1)
      if (this.#isPending) this.#out.push(this.#file[at]?.text ?? "");
      else this.#lose(at);
    this.#at = Math.max(this.#at, to);
    this.#isPending = false;
  }

  #lose(at: number): void {
    if (this.#file[at]?.words !== "") this.#count.lost += 1;
  }

  /** Indented as the file is. */
  #in(line: Line): string {
    const { shift } = this.#part;
    if (line.words === "") return "";
    const isSame = shift === 0 && this.#snippet.indent.text === this.#indent.text;
    return isSame ? line.text : indentation(line.level + shift, this.#indent) + line.text.trim();
  }
}

/** A line that says little is the same only at the same depth. */
async function pairsOf(
  file: readonly Line[],
  { lines, isElided }: Snippet,
  { start, end, shift }: Part,
): Promise<Int32Array> {
  const keys = new Map<string, number>();
  const mine = await keysOf(lines, shift, (name, index) => {
    if (isElided[index] === true) return -1;
    const key = keys.get(name) ?? keys.size;
    keys.set(name, key);
    return key;
  });
  const theirs = await keysOf(file.slice(start, end), 0, (name) => keys.get(name) ?? -1);
  return (await alignKeys(mine, theirs)).map((pair) => (pair < 0 ? pair : pair + start));
}

async function keysOf(
  lines: readonly Line[],
  shift: number,
  keyOf: (name: string, index: number) => number,
): Promise<Int32Array> {
  const keys = new Int32Array(lines.length);
  const breather = new Breather();
  for (const [index, { words, level }] of lines.entries()) {
    keys[index] = keyOf(words === "" || isStrong(words) ? words : `${level + shift} ${words}`, index);
    if (breather.isDue) await breather.rest();
  }
  return keys;
}
