// A question to everyone who may know: all are asked at once, and their answers go out in the order of the table.
import { gathered } from "./gathered.ts";
import type { Suggestion, SuggestRequest, Trigger } from "../../protocol/suggest.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";

/** One kind of thing that can be mentioned. */
export interface SuggestSource {
  trigger: Trigger;
  /** A program of others is asked: what it finds stands behind the others of the table, and it is not waited for without end. */
  late?: true;
  /**
   * Calls `show` with all that was found so far, as often as there is more, and not more than one looks through.
   * Rejections are taken for an end.
   */
  find: (query: string, show: Show, signal: AbortSignal) => Promise<void>;
}

/** `ahead`: paths beyond those found that the next letter may bring, as `writeAhead` writes them. */
type Show = (found: Suggestion[], ahead?: string[]) => void;

/** How long Enter waits for a slow source. Later results are shown, but Enter does not wait for them. */
const WAIT_MS = 5_000;

/** Answers with `suggestions`, first those that need no waiting. */
export function askSources(
  table: readonly SuggestSource[],
  { round, trigger, query }: SuggestRequest,
  post: (answer: Extract<ToWebview, { type: "suggestions" }>) => void,
  signal: AbortSignal,
): void {
  // A blank at the end is the beginning of a word that is still to come.
  const wanted = query.trim();
  const asked = table.filter((source) => source.trigger === trigger);
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

/** Up to the first source that has not answered: only an exact name is ever put above what is shown already. */
function inOrder(answers: readonly (readonly Suggestion[] | undefined)[]): Suggestion[] {
  const out = new Map<string, Suggestion>();
  for (const answer of answers) {
    if (answer === undefined) break;
    for (const item of answer) if (!out.has(item.key)) out.set(item.key, item);
  }
  return exactFirst([...out.values()]);
}

/** Exact names that stand behind a loose match come before the first of these. */
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
