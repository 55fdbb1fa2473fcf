// What the input asks while one types, and the table of those who answer. A new kind is a new entry in it.
import * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { fileTargetOf } from "../../message/file-target.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { SuggestRequest } from "../../protocol/suggest.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import { askSources, type SuggestSource } from "./ask-sources.ts";
import { FileIndex } from "../files/file-index.ts";
import { peekAt } from "./peek.ts";
import { RecentFiles } from "../files/recent-files.ts";
import { placeSource } from "./places.ts";
import { documentSymbols, workspaceSymbols } from "./symbols.ts";

/** Who asks: where the answers go, and what a part costs there. */
export interface Asker {
  post: (message: ToWebview) => void;
  weigh: (part: KnownPart) => Promise<number | undefined>;
  readResource: (server: string, uri: string) => Promise<Resolved>;
}

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

  /** Posts `suggestions`. A newer request cancels this one, also if it comes from another pane. */
  ask(question: SuggestRequest, asker: Asker): void {
    this.#asking?.abort();
    const { signal } = (this.#asking = new AbortController());
    askSources(this.#sources, question, (answer) => asker.post(answer), signal);
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
