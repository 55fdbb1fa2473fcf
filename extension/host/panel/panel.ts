// A webview view: drawn at once, connected to its pane when the features are loaded.
import * as vscode from "vscode";
import type { ToWebview } from "../../protocol/to-webview.ts";
import { drawPage, pageFiles } from "../window/draw-page.ts";

/** The id of the view for sidecars, and the key under which the workspace keeps the open sidecar. */
export const SIDECAR = "galley.sidecar";

const views = {
  main: { id: "galley.composer", page: "panel" },
  sidecar: { id: SIDECAR, page: "sidecar" },
} as const;

/** The part of a webview that a pane uses. */
export type PanelPort = Pick<
  Panel,
  "post" | "show" | "reveal" | "focus" | "isVisible" | "onDidChangeVisibility" | "isOpen" | "isReady" | "markReady"
>;

export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
  readonly #files: vscode.Uri;
  readonly #kind: keyof typeof views;
  readonly #receive: (raw: unknown) => void;
  readonly #visibility = new vscode.EventEmitter<void>();
  readonly onDidChangeVisibility = this.#visibility.event;
  readonly #registered: vscode.Disposable;
  #view: vscode.WebviewView | undefined;
  #ready = Promise.withResolvers<void>();
  #isReady = false;

  /** `receive` gets the webview's messages, unparsed. */
  constructor(extension: vscode.Uri, kind: keyof typeof views, receive: (raw: unknown) => void) {
    this.#files = pageFiles(extension);
    this.#kind = kind;
    this.#receive = receive;
    const options = { webviewOptions: { retainContextWhenHidden: true } };
    this.#registered = vscode.window.registerWebviewViewProvider(views[kind].id, this, options);
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    if (this.#isReady) this.#awaitReady();
    this.#view = view;
    webview.onDidReceiveMessage(this.#receive);
    drawPage(webview, this.#files, views[this.#kind].page);
    view.onDidChangeVisibility(() => this.#visibility.fire());
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      if (this.#isReady) this.#awaitReady();
      this.#visibility.fire();
    });
  }

  /** The page reported that its input is usable. */
  markReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
  }

  /** Shows the panel. The focus stays where it is. */
  async show(): Promise<void> {
    const focus = `${views[this.#kind].id}.focus`;
    if (this.#view === undefined) await vscode.commands.executeCommand(focus, { preserveFocus: true });
    else this.#view.show(true);
  }

  /** Shows the panel and waits until its input is usable. */
  async reveal(): Promise<void> {
    await vscode.commands.executeCommand(`${views[this.#kind].id}.focus`);
    await this.#ready.promise;
  }

  /**
   * Shows the panel and focuses its input. A visible page takes the focus itself: VS Code's focus command is slow, and
   * takes the focus from where the user has gone meanwhile.
   */
  async focus(): Promise<void> {
    if (!this.isVisible || !this.isReady) await this.reveal();
    this.post({ type: "focus" });
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  get isOpen(): boolean {
    return this.#view !== undefined;
  }

  /** The page has the conversation, and its input holds the draft. */
  get isReady(): boolean {
    return this.#isReady;
  }

  post(message: ToWebview): void {
    void this.#view?.webview.postMessage(message);
  }

  /** Called only when ready, so that no pending `reveal` loses its promise. */
  #awaitReady(): void {
    this.#isReady = false;
    this.#ready = Promise.withResolvers();
  }

  dispose(): void {
    this.#registered.dispose();
    this.#visibility.dispose();
  }
}
