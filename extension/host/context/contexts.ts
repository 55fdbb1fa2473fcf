// Every context by its name: of the editor, of conversations and of other extensions.
import type * as vscode from "vscode";
import { CONTEXT_NAMES, CONTEXT_WORDS, type ContextName, isContextName } from "../../acquire/context.ts";
import { type Action, historyContext, lastContext } from "../../acquire/trail.ts";
import { CONVERSATION } from "../../message/part.ts";
import type { ContextPart, Resolved } from "../../message/resolved.ts";
import { type Keep, keepAll, keepAutomatic } from "../files/kept-out.ts";
import type { ContextsNeeds } from "./needs.ts";
import { readActiveFolder } from "./nearby/read-folder.ts";
import { readRecent } from "./nearby/read-recent.ts";
import { RelatedFiles } from "./nearby/related-files.ts";
import { readCursor, readViewport } from "./read/read-cursor.ts";
import { readDiff } from "./read/read-diff.ts";
import { readOpen } from "./read/read-open.ts";
import { readProblems } from "./read/read-problems.ts";
import { readSelection } from "./read/read-selection.ts";
import { keepInside } from "./registered/keep-inside.ts";
import { findEntities, readRegistered } from "./registered/read-registered.ts";
import type { MentionableContext, RegisteredContexts } from "./registered/registered-contexts.ts";
import { Terminals } from "./terminals.ts";
import { TrailWatch } from "./trail-watch.ts";
import { uriOf } from "../files/workspace.ts";

/** `keep` says which files the context may contain. */
type Read = (now: number, keep: Keep) => Resolved | Promise<Resolved>;

type Find = (query: string, signal: AbortSignal) => ReturnType<typeof findEntities>;

/** The contexts of the editor. */
const OWN: readonly MentionableContext[] = CONTEXT_NAMES.map((name) => ({ name, words: CONTEXT_WORDS[name] }));

export class Contexts implements vscode.Disposable {
  readonly trail = new TrailWatch();
  readonly #terminals = new Terminals((command) => this.trail.ran(command));
  readonly #related = new RelatedFiles();
  readonly #registered: RegisteredContexts;
  readonly #needs: ContextsNeeds;
  /** The reads that have not ended: a second read of the same context gets the same answer. */
  readonly #reads = new Map<string, Promise<Resolved>>();
  readonly #readers: Readonly<Record<ContextName, Read>> = {
    selection: readSelection,
    open: readOpen,
    cursor: readCursor,
    viewport: readViewport,
    problems: (now, keep) => readProblems(now, "workspace", keep),
    diff: (now, keep) => readDiff(now, "all", keep),
    terminal: (now) => this.#terminals.read(now),
    history: async (now, keep) => historyContext(await this.#actions(keep), now),
    last: async (now, keep) => lastContext(await this.#actions(keep), now),
    recent: (now) => readRecent(now, this.#needs.recentFiles(), this.trail.actions),
    folder: readActiveFolder,
    related: (now) => this.#related.read(now),
  };

  constructor(registered: RegisteredContexts, needs: ContextsNeeds) {
    this.#registered = registered;
    this.#needs = needs;
  }

  /** The contexts that the user can mention now. */
  get names(): MentionableContext[] {
    return [...OWN, ...this.#registered.all];
  }

  /** The contexts that may be added automatically, if the user allows it. */
  get automatic(): MentionableContext[] {
    return [...OWN, ...this.#registered.automatic];
  }

  /** The other extensions that have entities to mention. */
  get entities(): (MentionableContext & { find: Find })[] {
    return this.#registered.all.flatMap((one) => {
      const provider = this.#registered.provider(one.name);
      if (provider?.find === undefined) return [];
      return [{ ...one, find: (query: string, signal: AbortSignal) => findEntities(provider, query, signal) }];
    });
  }

  /** The user named it, so no files are excluded. */
  read(name: string, id?: string): Promise<Resolved> {
    const key = JSON.stringify([name, id]);
    const read = this.#reads.get(key) ?? this.#read(name, id).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  /** For context that the user did not name: excludes ignored files and files that may hold secrets. */
  async readAutomatic(name: string): Promise<ContextPart[]> {
    const now = Date.now();
    if (isContextName(name)) return (await this.#readers[name](now, keepAutomatic)).parts;
    const isAllowed = this.#registered.automatic.some((one) => one.name === name);
    return isAllowed ? (await readRegistered((kind) => this.#registered.provider(kind), name, now)).parts : [];
  }

  dispose(): void {
    this.trail.dispose();
    this.#terminals.dispose();
  }

  async #actions(keep: Keep): Promise<Action[]> {
    const { actions } = this.trail;
    // A command that was run has no file.
    const fileOf = ({ kind, what }: Action): vscode.Uri | undefined => (kind === "ran" ? undefined : uriOf(what));
    const kept = new Set((await keep(actions.flatMap((action) => fileOf(action) ?? []))).map(String));
    return actions.filter((action) => {
      const file = fileOf(action);
      return file === undefined || kept.has(String(file));
    });
  }

  async #read(name: string, id: string | undefined): Promise<Resolved> {
    const now = Date.now();
    if (name.startsWith(CONVERSATION)) return this.#needs.readConversation({ name, id }, now);
    if (isContextName(name)) return this.#readers[name](now, keepAll);
    const read = await readRegistered((kind) => this.#registered.provider(kind), name, now, id);
    return { ...read, parts: await keepInside(read.parts, now) };
  }
}
