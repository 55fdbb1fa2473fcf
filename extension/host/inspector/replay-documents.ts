// Two read-only texts side by side: what was sent for a message, and what would be sent now.
import * as vscode from "vscode";
import type { Replay } from "../../preview/replay.ts";
import * as words from "./words.ts";

const SCHEME = "galley-replay";

/** Older texts are forgotten; their tabs say so when VS Code asks for them again. */
const MOST = 10;

export class ReplayDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  #count = 0;

  async show({ title, sent, now }: Replay): Promise<void> {
    this.#count += 1;
    const [left, right] = [sent, now].map(({ name, text }) => this.#add(name, text));
    await vscode.commands.executeCommand("vscode.diff", left, right, words.replayTitle(title, sent.name, now.name), {
      preview: true,
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? words.replayGone;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#texts.clear();
  }

  #add(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: String(this.#count) });
    this.#texts.set(uri.toString(), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MOST && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }
}
