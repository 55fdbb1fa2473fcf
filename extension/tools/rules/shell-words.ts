// Reads a line as bash and sh would, and finds every simple command in it, including those in substitutions, as words.
// Text that a shell knows only when it runs is a gap in a word. A construct that Galley cannot read makes the line unclear.

import { type Gap, hasBraces, joined, textOf, type Word } from "./shell-word.ts";

export interface Found {
  commands: Word[][];
  /** Here-documents: a program may run their text. */
  texts: string[];
  /** Files of redirections, as far as they are written out. */
  targets: string[];
  /** Why there may be more commands. Helps when debugging; Galley does not show it. */
  unclear?: string;
}

const DEEPEST = 20;

/** Galley stops after this many commands. */
export const MOST_COMMANDS = 300;

const BLANK = /[ \t]/;
const ENDS_WORD = /[ \t\n;&|<>()]/;

/** The inside of a `${…}` that runs nothing: a name, perhaps its length or a whole list, then a safe operator. */
const SAFE_PARAMETER = /^#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])(?:\[[@*\d]+\])?(?:\}|:?[-=+?]|[#%/^,]|@[QULuEAaKk]\})/;

export function findCommands(line: string): Found {
  const found: Found = { commands: [], texts: [], targets: [] };
  if (/[^\S \t\n]|\0/.test(line)) found.unclear = "it contains unusual spaces";
  new Reader(line, found, 0).script(false);
  return found;
}

class Reader {
  readonly #text: string;
  readonly #found: Found;
  readonly #depth: number;
  #at = 0;
  /** How many `${` are not closed yet. */
  #open = 0;
  #command: Word[] = [];
  /** Where another shell begins a new command in the same words. */
  #starts: number[] = [];
  #documents: { end: string; isRaw: boolean; isIndented: boolean }[] = [];

  constructor(text: string, found: Found, depth: number) {
    this.#text = text;
    this.#found = found;
    this.#depth = depth;
  }

  /** Reads to the end, or to the closing bracket. Returns that position. */
  script(isBracketed: boolean): number {
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at] ?? "";
      const rest = this.#text.slice(this.#at, this.#at + 3);
      if (BLANK.test(sign)) this.#at += 1;
      else if (rest.startsWith("\\\n")) this.#at += 2;
      else if (sign === "\n") this.#endLine();
      else if (sign === "#") this.#skipTo("\n");
      else if (rest.startsWith("&>")) {
        // bash redirects; sh ends the command and begins another.
        this.#starts.push(this.#command.length);
        this.#at += 1;
      } else if (/[;&|]/.test(sign)) this.#endCommand(1);
      else if (/[<>]/.test(sign) && rest[1] !== "(") this.#redirect();
      else if (sign === "(") this.#group();
      else if (sign === ")") {
        this.#endCommand(1);
        if (isBracketed) return this.#close();
      } else this.#command.push(this.#word());
    }
    this.#endCommand(0);
    if (isBracketed) this.#doubt("a bracket is open");
    return this.#at;
  }

  #close(): number {
    if (this.#documents.length > 0) this.#doubt("a here-document begins in brackets");
    return this.#at;
  }

  #doubt(why: string): void {
    this.#found.unclear ??= why;
  }

  #giveUp(why: string): void {
    this.#doubt(why);
    this.#at = this.#text.length;
  }

  #skipTo(sign: string): void {
    const next = this.#text.indexOf(sign, this.#at);
    this.#at = next === -1 ? this.#text.length : next;
  }

  #endCommand(signs: number): void {
    this.#at += signs;
    const { commands } = this.#found;
    if (this.#command.length > 0) commands.push(this.#command);
    for (const start of this.#starts) if (start < this.#command.length) commands.push(this.#command.slice(start));
    this.#command = [];
    this.#starts = [];
    if (commands.length > MOST_COMMANDS) this.#giveUp("it contains too many commands");
  }

  #endLine(): void {
    this.#endCommand(1);
    for (const { end, isRaw, isIndented } of this.#documents.splice(0)) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const from = this.#at;
        this.#skipTo("\n");
        const line = this.#text.slice(from, this.#at);
        this.#at += 1;
        if ((isIndented ? line.replace(/^\t+/, "") : line) === end) break;
        lines.push(line);
      }
      const body = lines.join("\n");
      this.#found.texts.push(body);
      if (!isRaw) this.#inside(body);
    }
  }

  /** Finds the substitutions in the text of a here-document. */
  #inside(body: string): void {
    const reader = this.#nested(body);
    while (reader.#at < body.length) reader.#quotedSign([]);
  }

  #nested(text: string): Reader {
    if (this.#depth >= DEEPEST) {
      this.#doubt("it is nested too deeply");
      return new Reader("", this.#found, this.#depth);
    }
    return new Reader(text, this.#found, this.#depth + 1);
  }

  #redirect(): void {
    const [sign = ""] = /^(?:<<<|<<-?|<>|[<>]&|>>|>\||[<>])/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    // In `2>` and `{name}>` the word before names the file descriptor.
    const last = this.#command.at(-1);
    const isAdjacent = this.#at > 0 && !ENDS_WORD.test(this.#text[this.#at - 1] ?? "");
    if (isAdjacent && last !== undefined && /^(\d+|\{\w+\})$/.test(textOf(last) ?? "")) this.#command.pop();
    this.#at += sign.length;
    while (BLANK.test(this.#text[this.#at] ?? "") || this.#text.startsWith("\\\n", this.#at)) this.#at += 1;
    const target = this.#word();
    const text = textOf(target);
    if (sign === "<<" || sign === "<<-") {
      if (text === undefined) this.#doubt("the end of a here-document is not written out");
      else this.#documents.push({ end: text, isRaw: target.quoted, isIndented: sign === "<<-" });
    } else if (sign === "<<<") this.#found.texts.push(text ?? "");
    else if (text !== undefined) this.#found.targets.push(text);
  }

  #group(): void {
    const before = this.#text[this.#at - 1] ?? " ";
    const isAdjacent = !ENDS_WORD.test(before) && this.#command.length > 0;
    const empty = /^\(\s*\)/.exec(this.#text.slice(this.#at, this.#at + 50));
    if (this.#command.length > 0 && empty !== null) {
      this.#endCommand(empty[0].length);
      return;
    }
    if (isAdjacent && before !== "=") this.#doubt("a bracket stands in a word");
    if (this.#text.startsWith("((", this.#at)) this.#doubt("it contains arithmetic");
    this.#endCommand(1);
    this.#substitution();
  }

  /** Reads a script in brackets, after the opening one. */
  #substitution(): void {
    const inner = this.#nested(this.#text.slice(this.#at));
    const from = this.#found.commands.length;
    this.#at = inner.#text === "" ? this.#text.length : this.#at + inner.script(true);
    // A `)` of `case` has no opening bracket, so the script may be longer than it seems.
    const added = this.#found.commands.slice(from);
    if (added.some((words) => words.some((word) => textOf(word) === "case"))) this.#doubt("case stands in brackets");
  }

  #word(): Word {
    const parts: (string | Gap)[] = [];
    let bare = "";
    let quoted = false;
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at] ?? "";
      const next = this.#text[this.#at + 1] ?? "";
      if (/[<>]/.test(sign) && next === "(") {
        this.#at += 2;
        this.#substitution();
        parts.push({ splits: false });
      } else if (ENDS_WORD.test(sign)) break;
      else if (sign === "\\") {
        this.#at += 2;
        quoted = true;
        if (next !== "\n") parts.push(next);
      } else if (sign === "'" || sign === '"') {
        quoted = true;
        bare += "\0";
        this.#quotes(sign, parts);
      } else if (sign === "$" || sign === "`") {
        bare += "\0";
        this.#expansion(parts, false);
      } else {
        this.#at += 1;
        const isTilde = sign === "~" && bare === "";
        bare += sign;
        parts.push(/[*?[]/.test(sign) ? { splits: true } : isTilde ? { splits: false } : sign);
      }
    }
    if (bare === "[" || bare === "[[") return { parts: [bare], quoted };
    if (hasBraces(bare)) return { parts: [{ splits: true }], quoted };
    return { parts: joined(parts), quoted };
  }

  #quotes(quote: string, parts: (string | Gap)[]): void {
    this.#at += 1;
    if (quote === "'") {
      const from = this.#at;
      this.#skipTo("'");
      parts.push(this.#text.slice(from, this.#at));
    } else while (this.#at < this.#text.length && this.#text[this.#at] !== '"') this.#quotedSign(parts);
    if (this.#at >= this.#text.length) this.#doubt("a quote is open");
    this.#at += 1;
  }

  /** Reads one character in double quotes. */
  #quotedSign(parts: (string | Gap)[]): void {
    const sign = this.#text[this.#at] ?? "";
    if (sign === "\\") {
      const next = this.#text[this.#at + 1] ?? "";
      this.#at += 2;
      if (next !== "\n") parts.push(/[$`"\\]/.test(next) ? next : `\\${next}`);
    } else if (sign === "$" || sign === "`") this.#expansion(parts, true);
    else {
      this.#at += 1;
      parts.push(sign);
    }
  }

  #expansion(parts: (string | Gap)[], isQuoted: boolean): void {
    const rest = this.#text.slice(this.#at, this.#at + 300);
    const gap = { splits: !isQuoted };
    const [simple] = /^\$(?:[A-Za-z_]\w*|[\d@*#?$!-])/.exec(rest) ?? [];
    if (rest.startsWith("`")) this.#backticks(isQuoted);
    else if (rest.startsWith("$(")) {
      if (rest.startsWith("$((") && !/^\$\(\([\d\s+*/%-]*\)\)/.test(rest)) this.#doubt("it contains arithmetic");
      this.#at += 2;
      this.#substitution();
    } else if (rest.startsWith("${")) this.#parameter(isQuoted);
    else if (rest.startsWith("$'") && !isQuoted) {
      const [whole] = /^\$'(?:[^'\\]|\\[^])*'/.exec(this.#text.slice(this.#at)) ?? [];
      // sh reads it as $ and a quoted text that ends at the first '.
      if (whole === undefined || whole.includes("\\'")) this.#doubt("sh and bash read $'…' in different ways");
      this.#at += whole?.length ?? 2;
      gap.splits = false;
    } else if (rest.startsWith('$"') && !isQuoted) {
      this.#at += 1;
      this.#quotes('"', []);
    } else if (simple !== undefined) this.#at += simple.length;
    else {
      if (rest.startsWith("$[")) this.#doubt("it contains arithmetic");
      this.#at += 1;
      parts.push("$");
      return;
    }
    parts.push(gap);
  }

  #backticks(isQuoted: boolean): void {
    const [whole = "", body] = /^`((?:[^`\\]|\\[^])*)`/.exec(this.#text.slice(this.#at)) ?? [];
    if (body === undefined) this.#doubt("a backtick is open");
    else this.#nested(body.replace(isQuoted ? /\\([$`\\"])/g : /\\([$`\\])/g, "$1")).script(false);
    this.#at += whole.length || 1;
  }

  #parameter(isQuoted: boolean): void {
    this.#at += 2;
    this.#open += 1;
    if (this.#open > DEEPEST) this.#giveUp("it is nested too deeply");
    if (!SAFE_PARAMETER.test(this.#text.slice(this.#at, this.#at + 300))) this.#doubt("a ${…} may run something");
    // These may be the name or an operator: here a $ does not begin an expansion.
    if (/^[#$?!@*-]/.test(this.#text.slice(this.#at))) this.#at += 1;
    const inner: (string | Gap)[] = [];
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") {
      const sign = this.#text[this.#at] ?? "";
      if (/['"]/.test(sign) && isQuoted) this.#doubt("quotes stand in a ${…} in quotes");
      if (/['"]/.test(sign) && !isQuoted) this.#quotes(sign, inner);
      else this.#quotedSign(inner);
    }
    if (this.#at >= this.#text.length) this.#doubt("a ${ is open");
    this.#at += 1;
    this.#open -= 1;
  }
}
