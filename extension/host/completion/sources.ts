// Files that may help at the cursor: open in a tab, with the lines that were changed lately. Never ignored or secret files.
import * as vscode from "vscode";
import type { Source } from "../../pipelines/completion/snippets/choose.ts";
import { isSecretFile } from "../../pipelines/completion/snippets/secret-file.ts";
import { openEditorUris } from "../files/open-editors.ts";
import type { CompletionNeeds } from "./needs.ts";
import { lengthOf, placeOfDocument } from "./places.ts";

const MOST_FILES = 20;
const MOST_TEXT = 200_000;
const MOST_EDITED = 10;

export class Sources {
  readonly #needs: Pick<CompletionNeeds, "keepAutomatic" | "pathOf">;
  readonly #edited = new Map<string, number[]>();
  readonly #texts = new WeakMap<vscode.TextDocument, { version: number; text: string }>();

  constructor(needs: Pick<CompletionNeeds, "keepAutomatic" | "pathOf">) {
    this.#needs = needs;
  }

  /** Whether a document may be sent. Never rejects. */
  async isKept(document: vscode.TextDocument): Promise<boolean> {
    const { uri } = placeOfDocument(document, this.#needs.pathOf);
    return (await this.#kept([uri])).length > 0;
  }

  /** Notes which lines were changed, the latest last. */
  changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const lines = contentChanges.map(({ range }) => range.start.line + 1);
    const known = (this.#edited.get(key) ?? []).filter((line) => !lines.includes(line));
    this.#edited.delete(key);
    this.#edited.set(key, [...known, ...lines].slice(-MOST_EDITED));
    const [oldest] = this.#edited.keys();
    if (this.#edited.size > MOST_FILES && oldest !== undefined) this.#edited.delete(oldest);
  }

  /** Never rejects. */
  async around(document: vscode.TextDocument): Promise<Source[]> {
    const { cells } = placeOfDocument(document, this.#needs.pathOf);
    const open = new Map(vscode.workspace.textDocuments.map((one) => [one.uri.toString(), one]));
    const uris = openEditorUris().filter((uri) => uri.toString() !== document.uri.toString());
    const kept = await this.#kept(uris.slice(0, MOST_FILES));
    const files = kept.flatMap((uri) => {
      const one = open.get(uri.toString());
      return one === undefined ? [] : [{ path: this.#needs.pathOf(uri), document: one }];
    });
    return [...cells.slice(0, MOST_FILES), ...files].flatMap(({ path, document: one }) =>
      lengthOf(one) > MOST_TEXT ? [] : [this.#source(path, one)],
    );
  }

  async #kept(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
    try {
      const kept = await this.#needs.keepAutomatic(uris);
      return kept.filter(({ path }) => !isSecretFile(path));
    } catch {
      // Rules that cannot be read allow nothing.
      return [];
    }
  }

  #source(path: string, document: vscode.TextDocument): Source {
    const known = this.#texts.get(document);
    const text = known?.version === document.version ? known.text : document.getText();
    this.#texts.set(document, { version: document.version, text });
    return { path, text, edited: this.#edited.get(document.uri.toString()) ?? [] };
  }
}
