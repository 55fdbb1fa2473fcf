// The filters of templates, and the operators that are ours. No filter takes the name of a member.
import { bounded, MOST_CHARACTERS, ownMember, TemplateRefusal, tooLong, toText } from "./template-data.ts";
import * as words from "./words.ts";

type Work = (value: unknown, ...args: readonly unknown[]) => unknown;

interface Filter {
  /** How many arguments, after the value. */
  takes: [least: number, most: number];
  work: Work;
}

const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ["upper", { takes: [0, 0], work: (value) => toText(value).toUpperCase() }],
  ["lower", { takes: [0, 0], work: (value) => toText(value).toLowerCase() }],
  ["trim", { takes: [0, 0], work: (value) => toText(value).trim() }],
  ["length", { takes: [0, 0], work: (value) => listOf(value).length }],
  ["first", { takes: [0, 0], work: (value) => listOf(value)[0] ?? null }],
  ["last", { takes: [0, 0], work: (value) => listOf(value).at(-1) ?? null }],
  ["default", { takes: [1, 1], work: (value, other) => (isEmpty(value) ? other : value) }],
  ["join", { takes: [0, 1], work: join }],
  ["replace", { takes: [2, 2], work: replace }],
  ["indent", { takes: [1, 1], work: indent }],
  ["truncate", { takes: [1, 1], work: truncate }],
  ["json", { takes: [0, 0], work: json }],
]);

/** What the check puts in the place of `+`, `~`, `.` and `is`; no template can write these names. */
const operators: ReadonlyMap<string, Work> = new Map<string, Work>([
  [".", (of, key, line) => ownMember(of, key, Number(line))],
  ["+", add],
  ["is defined", (value) => value !== undefined],
  ["is undefined", (value) => value === undefined],
  ["~", (left, right) => bounded(toText(left) + toText(right))],
]);

const FILTER_NAMES = [...filters.keys()];

/** Why a filter cannot be used like this; nothing when it can. */
export function filterProblem(name: string, args: number): string | undefined {
  const filter = filters.get(name);
  if (filter === undefined) return words.unknownFilter(name, FILTER_NAMES);
  const [least, most] = filter.takes;
  if (args >= least && args <= most) return undefined;
  return words.filterArguments(name, least, most);
}

export function filterNamed(name: string): Work {
  const work = operators.get(name) ?? filters.get(name)?.work;
  if (work === undefined) throw new TemplateRefusal(words.unknownFilter(name, []));
  return (...args) => {
    for (const arg of args) if (typeof arg === "string") bounded(arg);
    const result = work(...args);
    return typeof result === "string" ? bounded(result) : result;
  };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

function add(left: unknown, right: unknown): unknown {
  return typeof left === "number" && typeof right === "number" ? left + right : bounded(toText(left) + toText(right));
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Array.from(toText(value));
}

function join(value: unknown, between: unknown = ""): string {
  if (!Array.isArray(value)) throw new TemplateRefusal(words.joinNeedsList);
  const texts = value.map(toText);
  const length = texts.reduce((sum, text) => sum + text.length, 0) + toText(between).length * (texts.length - 1);
  if (length > MOST_CHARACTERS) tooLong();
  return texts.join(toText(between));
}

/** Replaces plain text: templates have no regular expressions. */
function replace(value: unknown, from: unknown, to: unknown): string {
  const [text, old, fresh] = [toText(value), toText(from), toText(to)];
  if (old === "") throw new TemplateRefusal(words.replaceNeedsText);
  const pieces = text.split(old);
  if (pieces.length * fresh.length > MOST_CHARACTERS) tooLong();
  return pieces.join(fresh);
}

function indent(value: unknown, by: unknown): string {
  const lines = toText(value).split("\n");
  const spaces = countOf(by, 80);
  if (lines.length * spaces > MOST_CHARACTERS) tooLong();
  return lines.join(`\n${" ".repeat(spaces)}`);
}

function truncate(value: unknown, to: unknown): string {
  const characters = Array.from(toText(value));
  const length = countOf(to, MOST_CHARACTERS);
  return characters.length <= length ? characters.join("") : `${characters.slice(0, length).join("")}…`;
}

function countOf(value: unknown, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new TemplateRefusal(words.numberExpected(most));
}

/** Counts the length first: lists that hold the same list many times make a text far larger than they are. */
function json(value: unknown): string {
  let length = 0;
  const count = (part: unknown): void => {
    length += typeof part === "string" ? part.length + 2 : 1;
    if (length > MOST_CHARACTERS) tooLong();
    if (typeof part === "object" && part !== null) Object.entries(part).forEach((entry) => entry.forEach(count));
  };
  count(value);
  return JSON.stringify(value ?? null);
}
