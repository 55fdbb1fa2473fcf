// A tool call in plain words: the one line that the panel shows of it.
import type { AssistantPart } from "../../../extension/message/message.ts";
import * as words from "../words.ts";

type Input = Extract<AssistantPart, { type: "tool-call" }>["input"] | undefined;

export interface ToolWords {
  /** A verb, or the tool's name. */
  verb: string;
  /** The object: a path, a command, a name. */
  what: string;
  /** How many lines the call adds and removes. */
  added?: number;
  removed?: number;
}

const SHORT = 80;

/** An unknown tool is shown by its name and the most telling value of its input. */
export function toolWords(name: string, input: Input): ToolWords {
  const call = known[name]?.(fieldsOf(input));
  if (call === undefined || (call.what === "" && input !== undefined)) return { verb: name, what: shortInput(input) };
  return { verb: name, ...call, what: shorten(call.what) };
}

type Fields = Readonly<Record<string, unknown>>;
type Describe = (input: Fields) => Omit<ToolWords, "verb"> & { verb?: string };

const known: Readonly<Partial<Record<string, Describe>>> = {
  read: (input) => ({ what: pathOf(input) === "" ? "" : `${pathOf(input)}${rangeOf(input)}` }),
  write: (input) => {
    const text = wordOf(input, "content");
    return { what: pathOf(input), ...(text !== "" && { added: linesOf(text).length }) };
  },
  edit: (input) => ({ what: pathOf(input), ...changesOf(input) }),
  bash: (input) => ({ what: wordOf(input, "command") }),
  grep: (input) => ({ what: found(quoted(wordOf(input, "pattern")), input) }),
  glob: (input) => ({ what: found(wordOf(input, "pattern"), input) }),
  web_fetch: (input) => ({ verb: words.verbs.fetch, what: wordOf(input, "url").replace(/^https?:\/\//, "") }),
  view_image: (input) => ({ verb: words.verbs.viewImage, what: pathOf(input) }),
  read_pdf: (input) => ({ verb: words.verbs.read, what: pathOf(input) }),
  skill: (input) => ({ what: wordOf(input, "name") }),
  create_skill: (input) => ({ verb: words.verbs.createSkill, what: wordOf(input, "name") }),
  update_skill: (input) => ({ verb: words.verbs.updateSkill, what: wordOf(input, "name") }),
  add_artifact: (input) => ({
    verb: words.verbs.add,
    what: words.artifactOf(wordOf(input, "id"), wordOf(input, "skill")),
  }),
  list_skills: () => ({ verb: words.verbs.list, what: words.skills }),
  interrupt: (input) => ({ verb: words.verbs.asked, what: wordOf(input, "name") }),
  question: (input) => ({ verb: words.verbs.asked, what: wordOf(input, "question") }),
  todo: (input) => ({ what: progressOf(todosIn(input)) }),
  memory_write: (input) => ({ verb: words.verbs.saveMemory, what: wordOf(input, "name") }),
  memory_read: (input) => ({ verb: words.verbs.readMemory, what: wordOf(input, "name") }),
  memory_list: () => ({ verb: words.verbs.list, what: words.memory }),
  memory_delete: (input) => ({ verb: words.verbs.deleteMemory, what: wordOf(input, "name") }),
};

export interface Todo {
  text: string;
  state: "open" | "doing" | "done";
}

/** Empty if the input is not a to-do list. */
export function todosOf(input: Input): Todo[] {
  return todosIn(fieldsOf(input));
}

function todosIn({ todos }: Fields): Todo[] {
  if (!Array.isArray(todos)) return [];
  return todos.flatMap((entry: unknown): Todo[] => {
    const fields = fieldsOf(entry);
    const state = wordOf(fields, "state");
    const text = wordOf(fields, "text");
    return text === "" ? [] : [{ text, state: state === "done" || state === "doing" ? state : "open" }];
  });
}

/** "2 of 5 done". */
export function progressOf(todos: readonly Todo[]): string {
  if (todos.length === 0) return "";
  return words.todosDone(todos.filter(({ state }) => state === "done").length, todos.length);
}

function fieldsOf(input: unknown): Fields {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : {};
}

/** Empty if the field is not a string. */
function wordOf(input: Fields, name: string): string {
  const value = input[name];
  return typeof value === "string" ? value : "";
}

function pathOf(input: Fields): string {
  return wordOf(input, "path");
}

/** ":1-40". */
function rangeOf({ start, end }: Fields): string {
  if (typeof end === "number") return `:${typeof start === "number" ? start : 1}-${end}`;
  return typeof start === "number" ? `:${start}` : "";
}

function quoted(text: string): string {
  return text === "" ? "" : `"${text}"`;
}

function found(pattern: string, input: Fields): string {
  const folder = wordOf(input, "path");
  return pattern === "" || folder === "" || folder === "." ? pattern : words.searchedIn(pattern, folder);
}

/** Empty if the input has no texts to compare. */
function changesOf(input: Fields): { added?: number; removed?: number } {
  const [before, after] = [wordOf(input, "old_text"), wordOf(input, "new_text")];
  return before === "" && after === "" ? {} : countChanges(linesOf(before), linesOf(after));
}

function countChanges(before: readonly string[], after: readonly string[]): { added: number; removed: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { added: after.length - head - tail, removed: before.length - head - tail };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** The first text of the input, usually a path, a command or a pattern; otherwise the whole input. */
function shortInput(input: Input): string {
  if (input === undefined || input === null) return "";
  if (typeof input !== "object") return shorten(String(input));
  const strings = Object.values(input).filter((value) => typeof value === "string");
  return shorten(strings[0] ?? (Object.keys(input).length === 0 ? "" : JSON.stringify(input)));
}

/** One line of at most `longest` characters. */
export function shorten(text: string, longest = SHORT): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
