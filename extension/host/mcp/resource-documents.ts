// Shows a resource of an MCP server as a read-only document, which is read each time it is opened.
import * as vscode from "vscode";
import type { Resolved } from "../../message/resolved.ts";
import { contextText } from "../../text/context-text.ts";
import * as words from "./words.ts";

const SCHEME = "galley-resource";

export class ResourceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #read: (server: string, uri: string) => Promise<Resolved>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(read: (server: string, uri: string) => Promise<Resolved>) {
    this.#read = read;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async show(server: string, uri: string): Promise<void> {
    const place = vscode.Uri.from({
      scheme: SCHEME,
      authority: "",
      path: `/${lastOf(uri)}`,
      query: JSON.stringify([server, uri]),
    });
    this.#changed.fire(place);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(place), { preview: true });
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const [server, uri] = JSON.parse(query) as [string, string];
    const { parts, reason } = await this.#read(server, uri);
    return parts.length === 0 ? words.resourceNotRead(uri, reason) : parts.map(contextText).join("\n");
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

function lastOf(uri: string): string {
  return uri.split("/").findLast((piece) => piece !== "") ?? words.unnamedResource;
}
