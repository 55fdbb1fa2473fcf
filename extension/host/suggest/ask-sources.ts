// Asks all sources of suggestions at once, and answers in the order of the table.
import { gathered } from "./gathered.ts";
import type { Suggestion, SuggestRequest, Trigger } from "../../protocol/suggest.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";

/** Suggests one kind of mention. */
export interface SuggestSource {
  trigger: Trigger;
  /** The word before a colon that asks for this kind alone: `@file:path`, `@skill:name`, `@symbol:name`. */
  form?: "file" | "skill" | "symbol";
  /** Asks another program: its suggestions come after the others, and the wait for it is limited. */
  late?: true;
  /**
   * Calls `show` with everything found so far, each time there is more, in a list that a user can look through.
   * A rejection counts as the end.
   */
  find: (query: string, show: Show, signal: AbortSignal) => Promise<void>;
}

/** `ahead`: more paths, which the next letter may match, as `writeAhead` writes them. */
type Show = (found: Suggestion[], ahead?: string[]) => void;

/** How long Enter waits for a slow source. Later results are shown, but Enter does not wait for them. */
const WAIT_MS = 5_000;

/** Posts `suggestions`, first those of the sources that are not late. */
export function askSources(
  table: readonly SuggestSource[],
  { round, trigger, query }: SuggestRequest,
  post: (answer: Extract<ToWebview, { type: "suggestions" }>) => void,
  signal: AbortSignal,
): void {
  const { form, wanted } = readQuery(trigger, query);
  const asked = table.filter((source) => source.trigger === trigger && (form === undefined || source.form === form));
  const sources = [...asked.filter(({ late }) => !late), ...asked.filter(({ late }) => late)];
  const answers: (Suggestion[] | undefined)[] = sources.map(() => undefined);
  const waited = new Set(sources);
  let ahead: string[] | undefined;
  const read = (): Extract<ToWebview, { type: "suggestions" }> => {
    const more = ahead !== undefined && { ahead };
    ahead = undefined;
    return { type: "suggestions", round, items: inOrder(answers), ...more, done: waited.size === 0 };
  };
  const answer = gathered({ read, post, later: setImmediate }, signal);
  sources.forEach((source, at) => {
    const show: Show = (found, more) => {
      answers[at] = found;
      ahead = more ?? ahead;
      answer();
    };
    const leave = (): void => {
      if (waited.delete(source)) answer();
    };
    const timer = source.late && setTimeout(leave, WAIT_MS);
    const end = (): void => {
      clearTimeout(timer);
      answers[at] ??= [];
      waited.delete(source);
      answer();
    };
    source.find(wanted, show, signal).then(end, end);
  });
}

/** Without a word that asks for one kind. The address of a resource may begin like such a word. */
function readQuery(trigger: Trigger, query: string): { form?: string | undefined; wanted: string } {
  const typed = /^(?<form>file|skill|symbol):(?!\/\/)(?<rest>.*)$/is.exec(query)?.groups;
  const { form, rest } = (trigger === "@" ? typed : undefined) ?? {};
  // A space at the end begins a word that is not typed yet.
  return { form: form?.toLowerCase(), wanted: (rest ?? query).trim() };
}

/** Ends at the first source that has not answered, so that only exact names appear above shown suggestions. */
function inOrder(answers: readonly (readonly Suggestion[] | undefined)[]): Suggestion[] {
  const out = new Map<string, Suggestion>();
  for (const answer of answers) {
    if (answer === undefined) break;
    for (const item of answer) if (!out.has(item.key)) out.set(item.key, item);
  }
  return exactFirst([...out.values()]);
}

/** Moves exact names in front of the first loose match. */
function exactFirst(items: readonly Suggestion[]): Suggestion[] {
  const loose = items.findIndex(({ fit }) => fit === "loose");
  const behind = loose === -1 ? [] : items.slice(loose);
  const isExact = ({ fit }: Suggestion): boolean => fit === "exact";
  return [
    ...items.slice(0, items.length - behind.length),
    ...behind.filter(isExact),
    ...behind.filter((one) => !isExact(one)),
  ];
}
