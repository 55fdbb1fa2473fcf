// Reads a line as PowerShell would, and finds every command in it as words, including those in brackets and script blocks.
// Text that PowerShell knows only when it runs is a gap in a word, and makes the line unclear.
import { KEYWORDS } from "./powershell-names.ts";
import { type Gap, joined, textOf, type Word } from "./shell-word.ts";
import { type Found, MOST_COMMANDS } from "./shell-words.ts";

const BLANK = /[ \t,]/;
const ENDS_COMMAND = /[;|&(){}\n\r]/;
const ENDS_WORD = /[ \t,;|&(){}<>\n\r]/;

/** PowerShell takes the quotes of typographers for quotes. */
const SINGLE = /['\u2018-\u201b]/;
const DOUBLE = /["\u201c-\u201e]/;

const DEEPEST = 20;

/** After a backtick these stand for a character that has no sign. */
const SPECIAL = /[0abefnrtuv]/;

export function findPowerShellCommands(line: string): Found {
  const found: Found = { commands: [], texts: [], targets: [] };
  if (/[^\S \t\n]|\0/.test(line)) found.unclear = "it contains unusual spaces";
  new Reader(line, found, 0).script();
  return found;
}

class Reader {
  readonly #text: string;
  readonly #found: Found;
  readonly #depth: number;
  #at = 0;
  #command: Word[] = [];
  #isPiped = false;

  constructor(text: string, found: Found, depth: number) {
    this.#text = text;
    this.#found = found;
    this.#depth = depth;
  }

  script(): void {
    while (this.#at < this.#text.length && this.#found.commands.length <= MOST_COMMANDS) this.#next();
    if (this.#at < this.#text.length) this.#doubt("it contains too many commands");
    this.#endCommand();
  }

  #next(): void {
    const sign = this.#sign;
    const rest = this.#text.slice(this.#at, this.#at + 8);
    const [redirect] = /^(?:[\d*]?>{1,2}(?:&\d)?|<(?!#))/.exec(rest) ?? [];
    const [assignment] = /^(?:[-+*/%]|\?\?)?=(?!=)/.exec(rest) ?? [];
    if (BLANK.test(sign) || sign === "!") this.#at += 1;
    else if (rest.startsWith("`\n")) this.#at += 2;
    else if (ENDS_COMMAND.test(sign)) {
      if (/[(){}]/.test(sign)) this.#doubt("it contains brackets");
      this.#endCommand();
      this.#isPiped = sign === "|" && !rest.startsWith("||");
      this.#at += rest.startsWith("||") ? 2 : 1;
    } else if (sign === "#" && /[\s;]/.test(this.#text[this.#at - 1] ?? " ")) this.#skipTo("\n");
    else if (rest.startsWith("<#")) {
      this.#doubt("it contains a comment");
      this.#skipTo("#>");
      this.#at += 2;
    } else if (redirect !== undefined) this.#redirect(redirect);
    else if (assignment !== undefined) {
      this.#endCommand();
      this.#at += assignment.length;
    } else this.#command.push(this.#word());
  }

  get #sign(): string {
    return this.#text[this.#at] ?? "";
  }

  #doubt(why: string): void {
    this.#found.unclear ??= why;
  }

  #skipTo(end: string): void {
    const next = this.#text.indexOf(end, this.#at);
    this.#at = next === -1 ? this.#text.length : next;
  }

  /** Also finds the command without the words that only lead to it: `return git push`. */
  #endCommand(): void {
    // What comes through the pipe is an argument, too: `ls | Remove-Item`.
    const more: Word[] = this.#isPiped ? [{ parts: [{ splits: true }], quoted: false }] : [];
    let words = this.#command.length === 0 ? [] : [...this.#command, ...more];
    this.#command = [];
    while (words.length > 0) {
      this.#found.commands.push(words);
      const [first] = words;
      const text = first === undefined || first.quoted ? undefined : textOf(first);
      if (text === undefined || !KEYWORDS.has(text.toLowerCase())) return;
      words = words.slice(1);
    }
  }

  #redirect(sign: string): void {
    this.#at += sign.length;
    if (sign.includes("&")) return;
    while (BLANK.test(this.#sign)) this.#at += 1;
    const text = textOf(this.#word());
    if (text !== undefined) this.#found.targets.push(text);
  }

  #word(): Word {
    const parts: (string | Gap)[] = [];
    let quoted = false;
    const from = this.#at;
    while (this.#at < this.#text.length && !ENDS_WORD.test(this.#sign)) {
      const sign = this.#sign;
      if (SINGLE.test(sign) || DOUBLE.test(sign)) {
        quoted = true;
        this.#quotes(SINGLE.test(sign), parts);
      } else if (sign === "`") {
        quoted = true;
        this.#escape(parts);
      } else if (sign === "$") {
        this.#variable(parts, true);
        // `$x=git push` runs git.
        if (/^[-+*/%?]{0,2}=(?!=)/.test(this.#text.slice(this.#at, this.#at + 4))) break;
      } else if (sign === "@" && this.#at === from) this.#list(parts);
      else {
        this.#at += 1;
        const isTilde = sign === "~" && this.#at === from + 1;
        parts.push(
          /[*?[]/.test(sign) && !isAlone(this.#text, from) ? { splits: true } : isTilde ? { splits: false } : sign,
        );
      }
    }
    const whole = joined(parts);
    if (whole[0] === "--%") this.#doubt("the rest is not read by PowerShell");
    // A sign that can neither begin nor end a word is passed over.
    if (this.#at === from) this.#at += 1;
    return { parts: whole, quoted };
  }

  /** `@{…}`, `@(…)`, `@name`, and texts of several lines. */
  #list(parts: (string | Gap)[]): void {
    this.#doubt("it contains a list, a table or a text of several lines");
    const [whole, quote, body] = /^@(['"])[ \t]*\n([^]*?)\n\1@/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += whole?.length ?? 1;
    parts.push({ splits: true });
    if (body === undefined) return;
    this.#found.texts.push(body);
    if (quote === '"') this.#inside(body);
  }

  #quotes(isSingle: boolean, parts: (string | Gap)[]): void {
    const quote = isSingle ? SINGLE : DOUBLE;
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const sign = this.#sign;
      if (quote.test(sign)) {
        this.#at += 1;
        // Two quotes are one that does not end the text.
        if (!quote.test(this.#sign)) return;
        parts.push(this.#sign);
        this.#at += 1;
      } else if (sign === "`" && !isSingle) this.#escape(parts);
      else if (sign === "$" && !isSingle) this.#variable(parts, false);
      else {
        parts.push(sign);
        this.#at += 1;
      }
    }
    this.#doubt("a quote is open");
  }

  #escape(parts: (string | Gap)[]): void {
    this.#doubt("it contains a backtick");
    const next = this.#text[this.#at + 1] ?? "";
    this.#at += 2;
    if (next !== "\n") parts.push(SPECIAL.test(next) ? { splits: false } : next);
  }

  /** Outside of quotes the script of `$(…)` is read as one in brackets. */
  #variable(parts: (string | Gap)[], splits: boolean): void {
    const [whole = ""] = /^\$(?:\{[^}]*\}|(?:\w+:)?\w+|[?$^])?/.exec(this.#text.slice(this.#at, this.#at + 300)) ?? [];
    const isScript = whole === "$" && this.#text[this.#at + 1] === "(";
    this.#at += whole.length;
    if (whole === "$" && !isScript) {
      parts.push("$");
      return;
    }
    this.#doubt("it contains a variable");
    parts.push({ splits });
    if (isScript && !splits) this.#inside(this.#script());
  }

  /** Takes a script in brackets out of a text in quotes. */
  #script(): string {
    const from = this.#at + 1;
    let open = 0;
    do {
      if (this.#sign === "(") open += 1;
      if (this.#sign === ")") open -= 1;
      this.#at += 1;
    } while (open > 0 && this.#at < this.#text.length);
    return this.#text.slice(from, this.#at - 1);
  }

  #inside(script: string): void {
    if (this.#depth >= DEEPEST) this.#doubt("it is nested too deeply");
    else new Reader(script, this.#found, this.#depth + 1).script();
  }
}

/** `?` is a command, too. */
function isAlone(text: string, at: number): boolean {
  return text[at] === "?" && ENDS_WORD.test(text[at + 1] ?? " ");
}
