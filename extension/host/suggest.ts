// What the input asks while one types: every source is asked, their answers go out in the order of the table.
import * as vscode from "vscode";
import type { KnownPart } from "../message/part.ts";
import { fileTargetOf } from "../message/file-target.ts";
import type { Resolved } from "../message/resolved.ts";
import { gathered } from "../protocol/gathered.ts";
import type { Suggestion, SuggestRequest, Trigger } from "../protocol/suggest.ts";
import type { ToWebview } from "../protocol/to-webview.ts";
import { FileIndex } from "./file-index.ts";
import { peekAt } from "./peek.ts";
import { RecentFiles } from "./recent-files.ts";
import { placeSource } from "./suggest-places.ts";
import { documentSymbols, workspaceSymbols } from "./suggest-symbols.ts";

/** One kind of thing that can be mentioned. A new kind is a new entry in the table below. */
export interface SuggestSource {
  trigger: Trigger;
  /** Calls `show` with all that was found so far, as often as there is more. Rejections are taken for an end. */
  find: (query: string, show: Show, signal: AbortSignal) => Promise<void>;
}

/** `ahead`: paths beyond those found that the next letter may bring, as `writeAhead` writes them. */
type Show = (found: Suggestion[], ahead?: string[]) => void;

/** Who asks: where the answers go, and what a part costs there. */
export interface Asker {
  post: (message: ToWebview) => void;
  weigh: (part: KnownPart) => Promise<number | undefined>;
  readResource: (server: string, uri: string) => Promise<Resolved>;
}

const MOST = 50;

export class Suggest implements vscode.Disposable {
  readonly #index = new FileIndex();
  readonly #recent: RecentFiles;
  readonly #sources: SuggestSource[];
  #asking: AbortController | undefined;

  constructor(memento: vscode.Memento) {
    this.#recent = new RecentFiles(memento);
    this.#sources = [
      placeSource(this.#index, this.#recent),
      workspaceSymbols("@"),
      documentSymbols,
      workspaceSymbols("#"),
    ];
  }

  /** The panel is there: what will be asked soon is prepared. */
  warm(): void {
    this.#index.warm();
  }

  /** One more kind; it comes after those that are there, or before them. */
  register(source: SuggestSource, at: "first" | "last" = "last"): vscode.Disposable {
    if (at === "first") this.#sources.unshift(source);
    else this.#sources.push(source);
    return new vscode.Disposable(() => this.#sources.splice(this.#sources.indexOf(source), 1));
  }

  /** Answers with `suggestions`, first those that need no waiting. A newer question ends this one, whoever asks it. */
  ask({ round, trigger, query }: SuggestRequest, asker: Asker): void {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    const sources = this.#sources.filter((source) => source.trigger === trigger);
    const answers: (Suggestion[] | undefined)[] = sources.map(() => undefined);
    let ahead: string[] | undefined;
    let pending = sources.length;
    const read = (): Extract<ToWebview, { type: "suggestions" }> => {
      const more = ahead !== undefined && { ahead };
      ahead = undefined;
      return { type: "suggestions", round, items: inOrder(answers), ...more, done: pending === 0 };
    };
    const post = (message: ToWebview): void => {
      asker.post(message);
    };
    const answer = gathered({ read, post, later: setImmediate }, signal);
    sources.forEach((source, at) => {
      const show: Show = (found, more) => {
        answers[at] = found;
        ahead = more ?? ahead;
        answer();
      };
      const end = (): void => {
        answers[at] ??= [];
        pending -= 1;
        if (pending === 0) this.#asking = undefined;
        answer();
      };
      source.find(query, show, signal).then(end, end);
    });
  }

  async peek(key: string, part: KnownPart, asker: Asker): Promise<void> {
    const peek = await peekAt(part, asker);
    asker.post({ type: "peeked", peek: { key, ...peek } });
  }

  chosen(part: KnownPart): void {
    const path = fileTargetOf(part)?.path;
    if (path !== undefined) this.#recent.touch(path);
  }

  dispose(): void {
    this.#asking?.abort();
    this.#recent.dispose();
    this.#index.dispose();
  }
}

/** Up to the first source that has not answered: nothing is ever put above what is shown already by a later one. */
function inOrder(answers: readonly (readonly Suggestion[] | undefined)[]): Suggestion[] {
  const out = new Map<string, Suggestion>();
  for (const answer of answers) {
    if (answer === undefined) break;
    for (const item of answer) if (!out.has(item.key)) out.set(item.key, item);
  }
  return [...out.values()].slice(0, MOST);
}
