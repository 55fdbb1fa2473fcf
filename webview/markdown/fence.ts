// A code fence that may still grow: every line is looked at once, however long it gets.

/** A piece of code is at least this long before the next one begins, so that only the last piece is drawn anew. */
const PIECE = 4_000;

export interface Code {
  kind: "code";
  /** All that follows the opening fence. */
  info: string;
  /** Whole lines, each piece but the last closed for good. */
  pieces: string[];
  /** Whether the fence is: more cannot follow. */
  closed: boolean;
}

const OPENING = /( {0,3})(`{3,}|~{3,})([^\n]*)\n/y;

export class FenceReader {
  readonly #indent: number;
  readonly #closing: RegExp;
  readonly #info: string;
  #at: number;
  #pieces: string[] = [];
  #piece = "";

  private constructor(indent: number, marker: string, info: string, at: number) {
    this.#indent = indent;
    this.#closing = new RegExp(`^ {0,3}${marker}${marker.charAt(0)}*[ \\t]*$`);
    this.#info = info;
    this.#at = at;
  }

  /** `undefined` when no fence with a complete first line begins here. */
  static open(text: string, at: number): FenceReader | undefined {
    OPENING.lastIndex = at;
    const [all, indent = "", marker = "", info = ""] = OPENING.exec(text) ?? [];
    if (all === undefined || (marker.startsWith("`") && info.includes("`"))) return undefined;
    return new FenceReader(indent.length, marker, info.trim(), at + all.length);
  }

  /** What stands in it by now, and where it ended if it did. The text may only have grown since the last call. */
  read(text: string, done: boolean): { block: Code; end: number | undefined } {
    for (;;) {
      const newline = text.indexOf("\n", this.#at);
      if (newline < 0) break;
      const line = text.slice(this.#at, newline);
      this.#at = newline + 1;
      if (this.#closing.test(line)) return { block: this.#block("", true), end: this.#at };
      this.#add(`${this.#outdent(line)}\n`);
    }
    const last = text.slice(this.#at);
    // Half a closing fence is not code.
    const shown = /^ {0,3}[`~]+[ \t]*$/.test(last) && (!done || this.#closing.test(last)) ? "" : this.#outdent(last);
    return { block: this.#block(shown, done), end: done ? text.length : undefined };
  }

  #add(line: string): void {
    this.#piece += line;
    if (this.#piece.length < PIECE) return;
    this.#pieces = [...this.#pieces, this.#piece];
    this.#piece = "";
  }

  #outdent(line: string): string {
    let blank = 0;
    while (blank < this.#indent && line[blank] === " ") blank++;
    return line.slice(blank);
  }

  #block(last: string, closed: boolean): Code {
    return { kind: "code", info: this.#info, pieces: trimmed([...this.#pieces, this.#piece + last]), closed };
  }
}

/** Code that is known whole, in the pieces a reader would have made of it. */
export function codeOf(info: string, content: string): Code {
  const pieces: string[] = [];
  let start = 0;
  for (;;) {
    const newline = content.indexOf("\n", start + PIECE - 1);
    if (newline < 0) break;
    pieces.push(content.slice(start, newline + 1));
    start = newline + 1;
  }
  return { kind: "code", info: info.trim(), pieces: trimmed([...pieces, content.slice(start)]), closed: true };
}

/** Removes the line break before the closing fence, which is not part of the code. */
function trimmed(pieces: string[]): string[] {
  const filled = pieces.at(-1) === "" ? pieces.slice(0, -1) : pieces;
  const last = filled.at(-1);
  return last?.endsWith("\n") ? filled.with(-1, last.slice(0, -1)) : filled;
}
