// Every context by its name: what the editor tells, and what other extensions add.
import type * as vscode from "vscode";
import { CONTEXT_NAMES, CONTEXT_WORDS, type ContextName, isContextName } from "../acquire/context.ts";
import { historyContext, lastContext } from "../acquire/trail.ts";
import { CONVERSATION } from "../message/part.ts";
import type { ContextPart, Resolved } from "../message/resolved.ts";
import type { Store } from "../persist/store.ts";
import { readConversation } from "./conversations.ts";
import { type Keep, keepAll, keepListed } from "./kept-out.ts";
import { readCursor, readViewport } from "./read-cursor.ts";
import { readDiff } from "./read-diff.ts";
import { readOpen } from "./read-open.ts";
import { readProblems } from "./read-problems.ts";
import { readSelection } from "./read-selection.ts";
import { readRegistered } from "./read-registered.ts";
import type { RegisteredContexts } from "./registered-contexts.ts";
import { Terminals } from "./terminals.ts";
import { TrailWatch } from "./trail-watch.ts";
import { uriOf } from "./workspace.ts";

type Read = (now: number, keep: Keep) => Resolved | Promise<Resolved>;

export class Contexts implements vscode.Disposable {
  readonly trail = new TrailWatch();
  readonly #terminals = new Terminals((command) => this.trail.ran(command));
  readonly #registered: RegisteredContexts;
  readonly #store: Store;
  /** The same question asked again before it is answered is the same question. */
  readonly #asked = new Map<string, Promise<Resolved>>();
  readonly #readers: Readonly<Record<ContextName, Read>> = {
    selection: readSelection,
    open: readOpen,
    cursor: readCursor,
    viewport: readViewport,
    problems: (now, keep) => readProblems(now, "workspace", keep),
    diff: (now) => readDiff(now),
    terminal: (now) => this.#terminals.read(now),
    history: (now) => historyContext(this.trail.actions, now),
    last: (now) => lastContext(this.trail.actions, now),
  };

  constructor(registered: RegisteredContexts, store: Store) {
    this.#registered = registered;
    this.#store = store;
  }

  /** What can be mentioned now. */
  get names(): { name: string; words: string }[] {
    return [...CONTEXT_NAMES.map((name) => ({ name, words: CONTEXT_WORDS[name] })), ...this.#registered.all];
  }

  /** Asked for by name: nothing of it is left out. */
  read(name: string): Promise<Resolved> {
    const asked = this.#asked.get(name) ?? this.#read(name).finally(() => this.#asked.delete(name));
    this.#asked.set(name, asked);
    return asked;
  }

  /** What would come by itself: without the files that ignore rules keep out. */
  async readAutomatic(name: ContextName): Promise<ContextPart[]> {
    const { parts } = await this.#readers[name](Date.now(), keepListed);
    const kept = await Promise.all(parts.map(async (part) => ((await isKept(part)) ? [part] : [])));
    return kept.flat();
  }

  dispose(): void {
    this.trail.dispose();
    this.#terminals.dispose();
  }

  async #read(name: string): Promise<Resolved> {
    const now = Date.now();
    if (name.startsWith(CONVERSATION)) return readConversation(this.#store, name, now);
    return isContextName(name) ? this.#readers[name](now, keepAll) : readRegistered(this.#registered, name, now);
  }
}

/** By the place it is of, where it has one. */
async function isKept(part: ContextPart): Promise<boolean> {
  const source = part.type === "editor-context" ? part.source : undefined;
  const path = part.type === "file-ref" ? (part.ref.kind === "path" ? part.ref.path : undefined) : source;
  const uri = path === undefined ? undefined : uriOf(path.replace(/, (cell \d+|as staged|at .*)$/, ""));
  return uri === undefined || (await keepListed([uri])).length > 0;
}
