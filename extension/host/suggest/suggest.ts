// Answers the input while the user types, and remembers the files they chose.
import type * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { fileTargetOf } from "../../message/file-target.ts";
import type { CompleteRequest, SuggestRequest } from "../../protocol/suggest.ts";
import { askSources, type SuggestSource } from "./ask-sources.ts";
import { FileIndex } from "../files/file-index.ts";
import { peekAt } from "./peek.ts";
import { RecentFiles } from "../files/recent-files.ts";
import type { Asker, SuggestNeeds } from "./needs.ts";
import { completePath } from "./path-arguments.ts";
import { placeSource } from "./places.ts";
import { sourcesOf } from "./sources.ts";

export class Suggest implements vscode.Disposable {
  readonly #index = new FileIndex();
  readonly #recent: RecentFiles;
  readonly #sources: readonly SuggestSource[];
  readonly #arguments: Pick<SuggestNeeds, "pathAt" | "completeValues">;
  #asking: AbortController | undefined;

  constructor({ workspaceState, pathAt, completeValues, ...named }: SuggestNeeds) {
    this.#arguments = { pathAt, completeValues };
    this.#recent = new RecentFiles(workspaceState);
    this.#sources = sourcesOf(this.#index, this.#recent, named);
  }

  /** The files the user works with: open ones first, then the most recently used. */
  get recentFiles(): readonly string[] {
    return this.#recent.paths;
  }

  /** Call it when the panel opens: fills the index before the first question. */
  warm(): void {
    this.#index.warm();
  }

  /** Posts `suggestions`. A newer request cancels this one, also if it comes from another pane. */
  ask(question: SuggestRequest, asker: Asker): void {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    askSources(this.#sources, question, (answer) => asker.post(answer), signal);
  }

  /** Posts `suggestions` for the argument at the cursor. A newer request cancels this one. */
  async complete(question: CompleteRequest, post: Asker["post"]): Promise<void> {
    const typed = this.#arguments.pathAt(question);
    if (typed === undefined) return this.#arguments.completeValues(question, post);
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    await completePath(placeSource(this.#index, this.#recent), { round: question.round, typed }, post, signal);
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
