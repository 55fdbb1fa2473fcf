// A template and the words behind its command become one text: every slot is filled once, what fills it is never scanned.
import type { CommandArguments } from "../message/command.ts";
import { type Given, type Sorted, sortWords, toArguments, type Value } from "./arguments.ts";
import * as words from "./words.ts";

export interface Argument {
  name: string;
  /** When it is missing, the command is refused before anything is sent. */
  required: boolean;
  description?: string;
}

type Piece =
  | { slot: "none"; text: string }
  | { slot: "all" }
  | { slot: "position"; number: number }
  | { slot: "name"; name: string };

const SLOT =
  /\$\$|\$(?<number>[1-9]\d*)|\$ARGUMENTS(?!\w)|\$@|\$\{(?<braced>[A-Za-z_][\w-]*)\}|\{\{\s*(?<double>[A-Za-z_][\w-]*)\s*\}\}/g;

export function parseTemplate(template: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    pieces.push({ slot: "none", text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const { number, braced, double } = match.groups ?? {};
    const name = braced ?? double;
    if (number !== undefined) pieces.push({ slot: "position", number: Number(number) });
    else if (name !== undefined) pieces.push({ slot: "name", name });
    else pieces.push(match[0] === "$$" ? { slot: "none", text: "$" } : { slot: "all" });
  }
  pieces.push({ slot: "none", text: template.slice(end) });
  return pieces;
}

/** The arguments of a command: those its file declares, then every other name its template uses. */
export function wantedBy(template: string, declared: readonly Argument[]): Argument[] {
  if (declared.length === 0) return argumentsOf(template);
  const known = new Set(declared.map(nameOf));
  return [
    ...declared,
    ...slotNames(parseTemplate(template))
      .filter((name) => !known.has(name))
      .map(required),
  ];
}

function argumentsOf(template: string): Argument[] {
  const pieces = parseTemplate(template);
  const numbers = pieces.flatMap((piece) => (piece.slot === "position" ? [piece.number] : []));
  const names = slotNames(pieces);
  const used = new Set(numbers);
  // Only the first hundred get a name to show. Slots beyond them are filled or missing like any other.
  const count = Math.min(Math.max(0, ...numbers), 100);
  const positions = Array.from({ length: count }, (_, index) => ({
    name: words.argument(index + 1),
    required: used.has(index + 1),
  }));
  if (positions.length > 0 || names.length > 0) return [...positions, ...names.map(required)];
  return pieces.some((piece) => piece.slot === "all") ? [{ name: words.allArguments, required: false }] : [];
}

function slotNames(pieces: readonly Piece[]): string[] {
  return [...new Set(pieces.flatMap((piece) => (piece.slot === "name" ? [piece.name] : [])))];
}

function required(name: string): Argument {
  return { name, required: true };
}

export interface Expanded {
  text: string;
  args: CommandArguments;
  /** The names that still have no value, required or not, in order. */
  open: string[];
  /** Those of them that must have one. Not empty: the text is not to be sent. */
  missing: string[];
  /** The words that no argument took, as the user wrote them. */
  surplus: string;
}

export function expand(template: string, wanted: readonly Argument[], given: Given): Expanded {
  const pieces = parseTemplate(template);
  const sorted = sortWords(given, new Set(wanted.map(nameOf)));
  const values = assign(wanted, sorted);
  const taken = new Set<number>();
  const missing = new Set(
    wanted.filter((argument, index) => argument.required && values[index] === undefined).map(nameOf),
  );
  const take = (index: number, name: string): string => {
    const value = values[index];
    if (value !== undefined) taken.add(value.word);
    if (value === undefined && wanted[index]?.required !== false) missing.add(wanted[index]?.name ?? name);
    return value?.text ?? "";
  };
  const text = pieces.map((piece) => {
    switch (piece.slot) {
      case "none":
        return piece.text;
      case "all":
        for (const index of given.words.keys()) taken.add(index);
        return given.raw;
      case "position":
        return take(piece.number - 1, words.argument(piece.number));
      case "name":
        return take(indexOf(wanted, piece.name), piece.name);
      default:
        return piece satisfies never;
    }
  });
  const open = wanted.filter((_, index) => values[index] === undefined).map(nameOf);
  const args = toArguments(given, sorted);
  return { text: text.join(""), args, open, missing: [...missing], surplus: surplusOf(given, taken) };
}

export interface Assigned extends Omit<Expanded, "text"> {
  values: Record<string, string>;
}

/** Assigns the words to the arguments of a command without a template. */
export function assignValues(wanted: readonly Argument[], given: Given): Assigned {
  const sorted = sortWords(given, new Set(wanted.map(nameOf)));
  const found = assign(wanted, sorted).slice(0, wanted.length);
  const isOpen = (_: Argument, index: number): boolean => found[index] === undefined;
  const open = wanted.filter(isOpen);
  return {
    values: Object.fromEntries(
      wanted.flatMap(({ name }, index) => {
        const value = found[index];
        return value === undefined ? [] : [[name, value.text]];
      }),
    ),
    args: toArguments(given, sorted),
    open: open.map(nameOf),
    missing: open.filter(({ required: isRequired }) => isRequired).map(nameOf),
    surplus: surplusOf(given, new Set(found.flatMap((value) => value?.word ?? []))),
  };
}

/** Each wanted argument takes the value with its name, else the next word; further words follow. */
function assign(wanted: readonly Argument[], { named, positional }: Sorted): (Value | undefined)[] {
  const rest = positional.values();
  const values = wanted.map(({ name }) => named.get(name) ?? rest.next().value);
  return [...values, ...rest];
}

function indexOf(wanted: readonly Argument[], name: string): number {
  const index = wanted.findIndex((argument) => argument.name === name);
  return index < 0 ? Number.MAX_SAFE_INTEGER : index;
}

function nameOf({ name }: Argument): string {
  return name;
}

/** Neighbours stay together as they were written. A chip needs no word: its part follows anyway. */
function surplusOf({ raw, words: written }: Given, taken: ReadonlySet<number>): string {
  let surplus = "";
  let last: number | undefined;
  for (const [index, { from, to, isChip }] of written.entries()) {
    if (taken.has(index) || isChip) continue;
    const before = written[index - 1]?.to ?? 0;
    const between = last === undefined ? "" : last === index - 1 ? raw.slice(before, from) : "\n";
    surplus += between + raw.slice(from, to);
    last = index;
  }
  return surplus;
}
