// A template and the words behind its command become one text: every slot is filled once, what fills it is never scanned.
import type { CommandArguments } from "../message/command.ts";
import { type Given, type Sorted, sortWords, toArguments, type Value } from "./arguments.ts";
import { parseTemplate, type Piece, positionsIn } from "./template.ts";
import * as words from "./words.ts";

export interface Argument {
  name: string;
  /** When it is missing, the command is refused before anything is sent. */
  required: boolean;
  description?: string;
  /** A place of the workspace, which the input completes. */
  isPath?: true;
  /** Only shown: it stands for all words, and no slot has its name. */
  isRest?: true;
}

/** The arguments of a command: those its file declares, then the positions that its template uses besides. */
export function wantedBy(template: string, declared: readonly Argument[]): Argument[] {
  const pieces = parseTemplate(template);
  // Only the first hundred get a name to show. Slots beyond them are filled or empty like any other.
  const count = Math.min(positionsIn(pieces).size, 100);
  const undeclared = Array.from({ length: Math.max(0, count - declared.length) }, (_, index) => ({
    name: words.argument(declared.length + index + 1),
    required: false,
  }));
  if (declared.length > 0 || undeclared.length > 0) return [...declared, ...undeclared];
  return pieces.some(isAll) ? [{ name: words.allArguments, required: false, isRest: true }] : [];
}

/** The positions that a template takes, whatever is declared. */
export function positionsOf(template: string): ReadonlySet<number> {
  return positionsIn(parseTemplate(template));
}

/** The names that a template takes if they are declared. */
export function slotNames(template: string): ReadonlySet<string> {
  return new Set(parseTemplate(template).flatMap((piece) => (piece.kind === "name" ? [piece.name] : [])));
}

/** In code, `$@` is the shell's. */
function isAll(piece: Piece): boolean {
  return piece.kind === "all" && !(piece.isCode && piece.text === "$@");
}

interface Expanded {
  text: string;
  args: CommandArguments;
  /** The names that still have no value, required or not, in order. */
  open: string[];
  /** Those of them that must have one. Not empty: the text is not to be sent. */
  missing: string[];
  /** The words that no argument took, as the user wrote them. */
  surplus: string;
}

/** Where a slot left nothing in the text. */
interface Gap {
  at: number;
  name: string;
}

/** A file that stands at a place in the text. */
interface PlacedFile {
  at: number;
  path: string;
}

export interface ExpandedText extends Expanded {
  gaps: Gap[];
  /** Those that the template names, in its order. */
  files: PlacedFile[];
}

/** `known` are the paths of files that the template may name. */
export function expand(
  template: string,
  wanted: readonly Argument[],
  given: Given,
  known: readonly string[] = [],
): ExpandedText {
  const pieces = parseTemplate(template, new Set(known));
  const taking = wanted.filter(({ isRest }) => isRest !== true);
  const sorted = sortWords(given, new Set(taking.map(nameOf)));
  const values = assign(taking, sorted);
  const inText = positionsIn(pieces);
  const taken = new Set<number>();
  const gaps: Gap[] = [];
  const files: PlacedFile[] = [];
  let text = "";
  for (const piece of pieces) {
    const index = slotIndex(piece, taking);
    const value = values[index];
    if (piece.kind === "file") files.push({ at: text.length, path: piece.path });
    else if (isAll(piece)) {
      for (const word of given.words.keys()) taken.add(word);
      text += given.raw;
    } else if (value !== undefined) {
      taken.add(value.word);
      text += value.text;
    } else if (index < taking.length || (piece.kind === "position" && inText.has(piece.number)))
      gaps.push({ at: text.length, name: taking[index]?.name ?? words.argument(index + 1) });
    else text += piece.text;
  }
  const open = wanted.filter((_, index) => values[index] === undefined);
  return {
    text,
    gaps,
    files,
    args: toArguments(given, sorted),
    open: open.map(nameOf),
    missing: open.filter(({ required }) => required).map(nameOf),
    surplus: surplusOf(given, taken),
  };
}

/** Which argument fills a piece. Text and names that are not declared have a number beyond all arguments. */
function slotIndex(piece: Piece, wanted: readonly Argument[]): number {
  if (piece.kind === "position") return piece.number - 1;
  return piece.kind === "name" ? indexOf(wanted, piece.name) : Number.MAX_SAFE_INTEGER;
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
    missing: open.filter(({ required }) => required).map(nameOf),
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
export function surplusOf({ raw, words: written }: Given, taken: ReadonlySet<number>): string {
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
