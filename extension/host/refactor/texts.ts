// Texts that are shown beside a document: what stood there before a refactoring, or what the model proposed.
import * as vscode from "vscode";
import { nameOf } from "./document-facts.ts";
import * as words from "./words.ts";

const SCHEME = "galley-refactor";

export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #listening = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === SCHEME) this.#texts.delete(uri.query);
    }),
  );
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.query) ?? "";
  }

  /** Compares the text before with the document. */
  async showBefore(document: vscode.TextDocument, before: string): Promise<void> {
    const old = this.#add(document.uri, before);
    const title = words.comparison(nameOf(document));
    await vscode.commands.executeCommand("vscode.diff", old, document.uri, title, { preview: true });
  }

  /** Compares the document with what was proposed for it. */
  async showProposed(document: vscode.TextDocument, proposed: string): Promise<void> {
    const fresh = this.#add(document.uri, proposed);
    const title = words.proposal(nameOf(document));
    await vscode.commands.executeCommand("vscode.diff", document.uri, fresh, title, { preview: true });
  }

  /** The whole answer, which was not applied. */
  async showAnswer(answer: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: answer });
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#texts.clear();
  }

  #add(uri: vscode.Uri, text: string): vscode.Uri {
    this.#count += 1;
    this.#texts.set(String(this.#count), text);
    return vscode.Uri.from({ scheme: SCHEME, path: uri.path, query: String(this.#count) });
  }
}
