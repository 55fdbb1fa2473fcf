// Reads a growing code fence, each line only once.

/** The shortest length of a piece of code. Only the last piece is drawn again. */
const PIECE = 4_000;

export interface Code {
  kind: "code";
  /** The text after the opening fence. */
  info: string;
  /** Whole lines. All pieces except the last are final. */
  pieces: string[];
  /** The fence is closed: no more code follows. */
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

  /** `undefined` if no fence with a complete first line begins here. */
  static open(text: string, at: number): FenceReader | undefined {
    OPENING.lastIndex = at;
    const [all, indent = "", marker = "", info = ""] = OPENING.exec(text) ?? [];
    if (all === undefined || (marker.startsWith("`") && info.includes("`"))) return undefined;
    return new FenceReader(indent.length, marker, info.trim(), at + all.length);
  }

  /** The code so far, and the end of the fence if it is closed. The text must continue that of the last call. */
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
    // Hold back what may become the closing fence.
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

/** Splits complete code into the same pieces as `FenceReader` does. */
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
