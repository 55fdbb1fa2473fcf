// Reads code for its brackets: those in strings and comments do not count.
import type { Syntax } from "./syntax.ts";

/** A bracket, or the quote of a text that is still open. */
export interface Sign {
  at: number;
  sign: string;
}

/** What a place in the code is inside of, the innermost last. */
export type Mode =
  | { kind: "string"; quote: string }
  | { kind: "comment"; end: string }
  /** `${` in a template. */
  | { kind: "hole"; depth: number };

export interface Scanned {
  /** Opened and not closed, the innermost last. */
  open: Sign[];
  /** Closed and not opened, in order. */
  closers: Sign[];
  modes: readonly Mode[];
  /** The starts of lines that stand inside a string or a comment. */
  within: ReadonlySet<number>;
}

const CLOSER: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const OPENER: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** What closes a bracket or a quote. */
export function closerOf(sign: string): string {
  return CLOSER[sign] ?? sign;
}

export function scan(text: string, syntax: Syntax, modes: readonly Mode[] = []): Scanned {
  const scanner = new Scanner(text, syntax, modes);
  scanner.run();
  return scanner;
}

class Scanner implements Scanned {
  readonly open: Sign[] = [];
  readonly closers: Sign[] = [];
  readonly modes: Mode[];
  readonly within = new Set<number>();
  readonly #text: string;
  readonly #syntax: Syntax;
  #at = 0;

  constructor(text: string, syntax: Syntax, modes: readonly Mode[]) {
    this.#text = text;
    this.#syntax = syntax;
    this.modes = modes.map((mode) => ({ ...mode }));
  }

  run(): void {
    while (this.#at < this.#text.length) {
      const mode = this.modes.at(-1);
      if (mode?.kind === "string") this.#inString(mode.quote);
      else if (mode?.kind === "comment") this.#inComment(mode.end);
      else this.#inCode(mode);
    }
  }

  #isAt(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at);
  }

  #inString(quote: string): void {
    const sign = this.#text.charAt(this.#at);
    if (sign === "\\") this.#at += 2;
    else if (this.#isAt(quote)) {
      this.modes.pop();
      this.#close(quote, this.#at);
      this.#at += quote.length;
    } else if (quote === "`" && this.#isAt("${")) {
      this.modes.push({ kind: "hole", depth: 0 });
      this.open.push({ at: this.#at + 1, sign: "{" });
      this.#at += 2;
    } else if (sign === "\n" && quote.length === 1 && quote !== "`") {
      // A text that does not go over lines has ended, whatever it was.
      this.modes.pop();
      this.#drop(quote);
      this.#at += 1;
    } else this.#pass(sign);
  }

  #inComment(end: string): void {
    const found = this.#text.indexOf(end, this.#at);
    const to = found === -1 ? this.#text.length : found;
    for (
      let line = this.#text.indexOf("\n", this.#at);
      line !== -1 && line < to;
      line = this.#text.indexOf("\n", line + 1)
    )
      this.within.add(line + 1);
    if (found !== -1) this.modes.pop();
    this.#at = found === -1 ? to : to + end.length;
  }

  #pass(sign: string): void {
    this.#at += 1;
    if (sign === "\n") this.within.add(this.#at);
  }

  #inCode(hole: Mode | undefined): void {
    const sign = this.#text.charAt(this.#at);
    PLAIN.lastIndex = this.#at;
    if (PLAIN.test(this.#text)) this.#at = PLAIN.lastIndex;
    else if (this.#startsComment() || this.#startsString(sign) || this.#skipsLiteral(sign)) return;
    else {
      if (sign in CLOSER) {
        this.open.push({ at: this.#at, sign });
        if (hole?.kind === "hole" && sign === "{") hole.depth += 1;
      } else if (sign in OPENER) this.#closeBracket(sign, hole);
      this.#at += 1;
    }
  }

  #closeBracket(sign: string, hole: Mode | undefined): void {
    if (hole?.kind === "hole" && sign === "}") {
      if (hole.depth === 0) this.modes.pop();
      else hole.depth -= 1;
    }
    this.#close(OPENER[sign] ?? sign, this.#at, sign);
  }

  /** What was opened inside and not closed has no closer any more. */
  #close(opener: string, at: number, sign = opener): void {
    const from = this.open.findLastIndex((one) => one.sign === opener);
    if (from === -1) this.closers.push({ at, sign });
    else this.open.length = from;
  }

  #drop(quote: string): void {
    const from = this.open.findLastIndex((one) => one.sign === quote);
    if (from !== -1) this.open.splice(from, 1);
  }

  #startsComment(): boolean {
    const { lineComments, blockComments } = this.#syntax;
    const block = blockComments.find(([start]) => this.#isAt(start));
    const line = block === undefined ? lineComments.find((start) => this.#isAt(start)) : undefined;
    if (block !== undefined) this.modes.push({ kind: "comment", end: block[1] });
    else if (line !== undefined && this.#isComment(line)) this.modes.push({ kind: "comment", end: "\n" });
    else return false;
    this.#at += (block?.[0] ?? line ?? "").length;
    return true;
  }

  /** `$#` and `${#list}` of a shell are no comments. */
  #isComment(start: string): boolean {
    return !start.startsWith("#") || /^$|[\s;(]/.test(this.#text.charAt(this.#at - 1));
  }

  #startsString(sign: string): boolean {
    const { longQuotes, quotes } = this.#syntax;
    const long = longQuotes.find((quote) => this.#isAt(quote));
    const quote = long ?? (quotes.includes(sign) && this.#isClosed(sign) ? sign : undefined);
    if (quote === undefined) return false;
    this.open.push({ at: this.#at, sign: quote });
    this.modes.push({ kind: "string", quote });
    this.#at += quote.length;
    return true;
  }

  /** An apostrophe without its like on the line is none; on the last line it may be one that is being typed. */
  #isClosed(quote: string): boolean {
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const sign = this.#text.charAt(at);
      if (sign === "\\") at += 1;
      else if (sign === quote) return true;
      else if (sign === "\n") return false;
    }
    return quote !== "'" || !/\w/.test(this.#text.charAt(this.#at - 1));
  }

  /** A character as in Rust, or a regular expression. */
  #skipsLiteral(sign: string): boolean {
    const pattern = sign === "'" ? CHARACTER : sign === "/" && this.#syntax.hasRegexes ? REGEX : undefined;
    if (pattern === undefined || (sign === "/" && !this.#isOperand())) return false;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) return false;
    this.#at += found.length;
    return true;
  }

  #isOperand(): boolean {
    const before = this.#text.slice(Math.max(0, this.#at - 20), this.#at).trimEnd();
    return before === "" || /(?:[(,=:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|in|of))$/.test(before);
  }
}

/** Passed over at once: most of the code. */
const PLAIN = /[\w\s.;=<>,:?!&|+]+/y;
const CHARACTER = /'(?:\\.[^'\n]{0,8}|[^'\\\n])'/y;
const REGEX = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
