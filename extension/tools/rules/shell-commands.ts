// Which commands a line may run, for rules that deny or ask: each as it is written, and without the programs that start it.
import { CODE_OPTION, GIT_RUNS, POWERFUL_VARIABLE, runnerOf, STARTS_SHELL, SUBSCRIPTED } from "./runners.ts";
import type { Grammar } from "./grammar.ts";
import { namesOf, OPAQUE_COMMANDS, OPAQUE_PROGRAMS } from "./powershell-names.ts";
import { findPowerShellCommands } from "./powershell-words.ts";
import { findCommands, MOST_COMMANDS } from "./shell-words.ts";
import { type Gap, textOf, type Word } from "./shell-word.ts";
import { LONGEST_LINE, RESERVED } from "./plain-line.ts";

/** One command in all its spellings: `env /bin/git push` is also `/bin/git push` and `git push`. */
export type Spellings = readonly (readonly Word[])[];

export interface LineCommands {
  commands: readonly Spellings[];
  /** Arguments that a program may run: any of the words may begin a command. */
  mentions: readonly (readonly Word[])[];
  /** Why the line may run other commands, too. Helps when debugging; Galley does not show it. */
  unclear: string | undefined;
}

/** Reads at most this many words, all spellings together. */
const MOST_WORDS = 1_500;

const DEEPEST = 8;
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const NUMBER = /^[\d.]+[smhd]?$|^0x[\da-f]+$/i;

export function commandsOf(line: string, grammar: Grammar): LineCommands {
  if (line.length > LONGEST_LINE) return { commands: [], mentions: [], unclear: "it is too long to be read" };
  const collector = new Collector(grammar);
  collector.line(line, 0);
  return collector;
}

class Collector implements LineCommands {
  readonly commands: Spellings[] = [];
  readonly mentions: (readonly Word[])[] = [];
  unclear: string | undefined;
  /** Of the text that is read now: a shell may run a line of another shell. */
  #grammar: Grammar;
  #left = MOST_WORDS;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  line(text: string, depth: number): void {
    if (depth > DEEPEST || this.#left < 0 || this.commands.length > MOST_COMMANDS) {
      this.#doubt("it contains too many commands");
      return;
    }
    const { commands, texts, targets, unclear } =
      this.#grammar === "powershell" ? findPowerShellCommands(text) : findCommands(text);
    if (unclear !== undefined) this.#doubt(unclear);
    for (const body of texts) this.#mention(body);
    for (const words of commands.flatMap(withoutReserved)) this.#command(words, depth);
    this.#lookForOwn(commands, targets);
  }

  #doubt(why: string): void {
    this.unclear ??= why;
  }

  #mention(text: string): void {
    const words = text.split(/[^\p{L}\p{N}_./=:@-]+/u).filter((word) => word !== "");
    this.#mentionWords(words.map(wordOf));
    if (text.includes("/")) this.#mentionWords(words.map((word) => wordOf(nameOf(word))));
  }

  #mentionWords(words: readonly Word[]): void {
    this.#left -= words.length;
    if (this.#left < 0) this.#doubt("it has too many words");
    else if (words.length > 0) this.mentions.push(words);
  }

  /** A program that the same line creates, copies or links may be another one than its name says. */
  #lookForOwn(commands: readonly (readonly Word[])[], targets: readonly string[]): void {
    const programs = commands.flatMap(([first]) => (first === undefined ? [] : (textOf(first) ?? [])));
    const named = new Set([...targets, ...commands.flatMap(([, ...words]) => words.map((word) => textOf(word) ?? ""))]);
    const names = new Set([...named].map(nameOf));
    if (programs.some((program) => /[/\\]/.test(program) && names.has(nameOf(program))))
      this.#doubt("it runs a file that it also names");
  }

  #command(all: readonly Word[], depth: number): void {
    const spellings: (readonly Word[])[] = [];
    this.#unwrap(all, depth, spellings);
    if (spellings.length > 0) this.commands.push(spellings);
    // The command inside may begin at a later word than Galley guesses.
    if (all.some((word) => runnerOf(programOf(word) ?? "") === "prefix")) this.#mentionWords(all);
  }

  #unwrap(all: readonly Word[], depth: number, spellings: (readonly Word[])[]): void {
    this.#left -= all.length;
    if (depth > DEEPEST || this.#left < 0) {
      this.#doubt("it contains too many commands");
      return;
    }
    const start = all.findIndex((word) => !ASSIGNMENT.test(beginning(word)));
    for (const word of all.slice(0, start === -1 ? undefined : start)) this.#assignment(word);
    if (start === -1) return;
    const [first, ...words] = all.slice(start);
    if (first === undefined) return;
    const program = programOf(first);
    spellings.push([first, ...words]);
    if (program === undefined) {
      this.#doubt("the name of a program is not written out");
      return;
    }
    const name = program.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, "");
    const others = new Set([program, name]);
    others.delete(textOf(first) ?? "");
    if (this.#grammar === "powershell") for (const other of namesOf(name)) others.add(other);
    for (const other of others) spellings.push([wordOf(other), ...words]);
    if (/^git-./.test(name)) spellings.push([wordOf("git"), wordOf(name.slice(4)), ...words]);
    this.#arguments(name, words);
    const [own = name] = this.#grammar === "powershell" ? namesOf(name) : [name];
    if (this.#grammar !== "posix" && (OPAQUE_PROGRAMS.has(own) || OPAQUE_COMMANDS.has(own)))
      this.#doubt(`${own} may change or run anything`);
    this.#runner(own, words, depth, spellings);
  }

  #assignment(word: Word): void {
    const text = beginning(word);
    if (POWERFUL_VARIABLE.test(text)) this.#doubt(`it sets ${text.slice(0, text.indexOf("="))}`);
    this.#mention(text.slice(text.indexOf("=") + 1));
  }

  #arguments(name: string, words: readonly Word[]): void {
    for (const word of words) {
      const text = textOf(word) ?? "";
      // A shell that expands a text once more runs the commands in it: `${x@P}`, `test -v`.
      if (/\$[({]|`/.test(text)) this.#mention(text);
      // A batch file hands its words to cmd, which reads them as a line.
      if (this.#grammar !== "posix" && /[&|<>]/.test(text)) this.#mention(text.replace(/\^|%[^%]*%/g, ""));
      if (this.#grammar === "powershell" && /(?:^|:)(?:alias|env|function|variable):/i.test(text))
        this.#doubt("it may change what a name means");
      if (ASSIGNMENT.test(beginning(word)) && runnerOf(name) === undefined) this.#assignment(word);
    }
    if (SUBSCRIPTED.has(name) && isSubscripted(name, words)) this.#doubt(`${name} may run what a name holds`);
    const isOfGit = name === "git" && words.some((word) => GIT_RUNS.test(textOf(word) ?? ""));
    if (isOfGit && words.some((word) => /alias\.|!|ext::/.test(beginning(word)))) this.#doubt("git may run an alias");
    if (!isOfGit && runnerOf(name) !== "carrier") return;
    this.#mention(words.map(beginning).join(" "));
    this.#mentionWords(words);
  }

  #runner(name: string, words: readonly Word[], depth: number, spellings: (readonly Word[])[]): void {
    const kind = runnerOf(name);
    switch (kind) {
      case "prefix":
        this.#prefix(name, words, depth, spellings);
        break;
      case "text":
        this.#texts(name, words, depth);
        break;
      case "shell":
        this.#shell(name, words, depth);
        break;
      case "code":
        if (words.length === 0 || words.some((word) => CODE_OPTION.test(textOf(word) ?? "-")))
          this.#doubt(`${name} runs code of another language`);
        break;
      case "opaque":
        this.#doubt(`${name} may change or run anything`);
        break;
      case "carrier":
      case undefined:
        break;
      default:
        kind satisfies never;
    }
  }

  /** Options, their values, assignments and numbers may stand before the command. */
  #prefix(name: string, words: readonly Word[], depth: number, spellings: (readonly Word[])[]): void {
    const isReplacing = words.some((word) => /^(-[a-zA-Z]*[iI]|--replace)/.test(beginning(word)));
    if (name === "xargs" && isReplacing) this.#doubt("xargs puts words into a command");
    const more: Word[] = name === "xargs" ? [{ parts: [{ splits: true }], quoted: false }] : [];
    const reached = new Set([0]);
    let hasCommand = false;
    for (const at of reached) {
      const word = words[at];
      if (word === undefined || this.#left < 0) continue;
      const text = beginning(word);
      if (text === "" && word.parts.length > 0) this.#doubt(`what ${name} starts is not written out`);
      const isOption = /^[-+]/.test(text);
      if (isOption || ASSIGNMENT.test(text) || NUMBER.test(text)) reached.add(at + 1);
      if (isOption && !text.includes("=")) reached.add(at + 2);
      if (ASSIGNMENT.test(text)) this.#assignment(word);
      // `env -S` and similar options take a whole line.
      if (/\s/.test(text)) this.line(text.replace(/^-\w|^--[\w-]+=/, ""), depth + 1);
      if (isOption) continue;
      hasCommand = true;
      this.#unwrap([...words.slice(at), ...more], depth + 1, spellings);
    }
    if (!hasCommand && STARTS_SHELL.has(name)) this.#doubt(`${name} starts a shell`);
  }

  #texts(name: string, words: readonly Word[], depth: number): void {
    const texts = words.map((word) => textOf(word));
    if (texts.includes(undefined)) this.#doubt(`what ${name} runs is not written out`);
    // PowerShell's commands take the text that comes through a pipe.
    if (texts.length === 0 && (STARTS_SHELL.has(name) || this.#grammar === "powershell"))
      this.#doubt(`${name} starts a shell`);
    this.line(texts.join(" "), depth + 1);
    for (const text of texts) if (text !== undefined && /\s/.test(text)) this.line(text, depth + 1);
    this.#mention(texts.join(" "));
  }

  #shell(name: string, words: readonly Word[], depth: number): void {
    const texts = words.map((word) => textOf(word));
    const at = texts.findIndex((text) => /^(?:-[a-zA-Z]*c|-command|\/[ck])$/i.test(text ?? ""));
    if (at === -1 || texts.includes(undefined)) this.#doubt(`what ${name} runs is not written out`);
    if (texts.some((text) => /^-(enc|rcfile|-rcfile|-init-file|file)/i.test(text ?? "")))
      this.#doubt(`${name} runs a file`);
    const scripts = texts.slice(at + 1).map((text) => text ?? "");
    for (const script of at === -1 ? [] : [...scripts, scripts.join(" ")]) this.#lineOf(name, script, depth + 1);
  }

  /** Reads a line for another shell as that shell does. On POSIX systems all are read as sh. */
  #lineOf(shell: string, text: string, depth: number): void {
    const outer = this.#grammar;
    if (outer === "posix") {
      this.line(text, depth);
      return;
    }
    const isCmd = shell === "cmd";
    if (isCmd && /[%^!]/.test(text)) this.#doubt("cmd may read it in another way");
    this.#grammar = isCmd || shell === "powershell" || shell === "pwsh" ? "powershell" : "git-bash";
    // cmd separates commands as PowerShell does, and has another sign for a backtick.
    this.line(isCmd ? text.replaceAll("^", "") : text, depth);
    this.#grammar = outer;
  }
}

/** Reserved words that no command follows. */
const NO_COMMAND: ReadonlySet<string> = new Set("[[ ]] case esac for function in select".split(" "));

/** The command, and the words after each reserved word in it: `if true`, `then git push`, `for name do git push`. */
function withoutReserved(words: readonly Word[]): (readonly Word[])[] {
  const reserved = words
    .map((word) => (word.quoted ? undefined : textOf(word)))
    .map((text) => (RESERVED.has(text ?? "") ? text : undefined));
  const starts = reserved.flatMap((text, at) => (text === undefined || NO_COMMAND.has(text) ? [] : [at + 1]));
  const [first] = reserved;
  // `time` and `[[` are commands themselves.
  const whole = first === undefined || first === "time" || first === "[[" ? [words] : [];
  return [...whole, ...starts.map((start) => words.slice(start)).filter((rest) => rest.length > 0)];
}

/** Whether an argument that should be a name may contain a subscript, which bash would run. */
function isSubscripted(name: string, words: readonly Word[]): boolean {
  const isOpen = (word: Word): boolean => textOf(word) === undefined && !ASSIGNMENT.test(beginning(word));
  const isNamed = words.some((word) => /^-([a-zA-Z]*[vRi]|eq|ne|lt|le|gt|ge)/.test(beginning(word)));
  const isLoose = isNamed && words.some((word) => isOpen(word) || beginning(word).includes("["));
  switch (name) {
    case "printf":
      return isLoose || words.slice(0, 1).some((word) => isOpen(word) && beginning(word) === "");
    case "test":
    case "[":
      return isLoose || words.some((word) => word.parts.some(splits));
    case "[[":
      return isLoose;
    default:
      return words.some((word) => isOpen(word) || beginning(word).includes("["));
  }
}

function splits(part: string | Gap): boolean {
  return typeof part !== "string" && part.splits;
}

function wordOf(text: string): Word {
  return { parts: [text], quoted: true };
}

/** The text of a word before its first gap. */
function beginning({ parts: [first] }: Word): string {
  return typeof first === "string" ? first : "";
}

/** The name without its folder; `undefined` if it is not known. */
function programOf(word: Word): string | undefined {
  const last = word.parts.at(-1);
  const text = textOf(word) ?? (word.parts.some(splits) ? undefined : typeof last === "string" ? last : undefined);
  if (text === undefined || (word.parts.length > 1 && !text.includes("/"))) return undefined;
  return nameOf(text);
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
