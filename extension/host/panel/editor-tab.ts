// A conversation as an editor tab, with the same page as in the side bar.
import * as vscode from "vscode";
import type { ToWebview } from "../../protocol/to-webview.ts";
import { drawPage, pageFiles } from "../window/draw-page.ts";
import type { PanelPort } from "./panel.ts";

interface TabPorts {
  /** Gets the webview's messages, unparsed. */
  receive: (raw: unknown) => void;
  closed: () => void;
}

export class EditorTab implements PanelPort {
  static readonly type = "galley.conversation";
  readonly #panel: vscode.WebviewPanel;
  readonly #visibility = new vscode.EventEmitter<void>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #isClosed = false;

  /** `kept`: a tab that VS Code has restored. `isAside`: what the user works on stays in sight beside it. */
  constructor(extension: vscode.Uri, kept: vscode.WebviewPanel | undefined, isAside: boolean, ports: TabPorts) {
    const options = { retainContextWhenHidden: true };
    const column = isAside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    this.#panel = kept ?? vscode.window.createWebviewPanel(EditorTab.type, "", column, options);
    this.#panel.iconPath = new vscode.ThemeIcon("comment-discussion");
    this.#panel.webview.onDidReceiveMessage(ports.receive);
    this.#panel.onDidChangeViewState(() => this.#visibility.fire());
    this.#panel.onDidDispose(() => {
      this.#isClosed = true;
      this.#visibility.dispose();
      ports.closed();
    });
    drawPage(this.#panel.webview, pageFiles(extension), "editor");
  }

  markReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
  }

  show(): Promise<void> {
    this.#panel.reveal(undefined, true);
    return Promise.resolve();
  }

  async reveal(): Promise<void> {
    this.#panel.reveal();
    await this.#ready.promise;
  }

  async focus(): Promise<void> {
    await this.reveal();
    this.post({ type: "focus" });
  }

  get isVisible(): boolean {
    return !this.#isClosed && this.#panel.visible;
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  get isReady(): boolean {
    return this.#isReady && !this.#isClosed;
  }

  /** The tab has the title of its conversation. */
  post(message: ToWebview): void {
    if (this.#isClosed) return;
    if (message.type === "snapshot") this.#panel.title = message.snapshot.session.title;
    if (message.type === "title") this.#panel.title = message.title;
    void this.#panel.webview.postMessage(message);
  }

  close(): void {
    this.#panel.dispose();
  }
}
