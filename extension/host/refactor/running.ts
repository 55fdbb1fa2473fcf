// A target whose answer is awaited: its place while the user writes elsewhere, and the progress shown there.
import * as vscode from "vscode";
import { setKey } from "../window/keys.ts";
import { FollowedPlaces } from "./followed-places.ts";
import { linesOfPlaces, overlap, type Places } from "./targets.ts";
import * as words from "./words.ts";

/** The words at the target change at most this often. */
const SHOW_MS = 200;

export class Running implements vscode.Disposable {
  static readonly #all = new Set<Running>();
  readonly document: vscode.TextDocument;
  readonly #followed: FollowedPlaces;
  readonly #stop = new AbortController();
  readonly #listening: vscode.Disposable;
  readonly #shade = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    // High contrast themes have no such background.
    borderStyle: "solid",
    borderWidth: "0 0 0 2px",
    borderColor: new vscode.ThemeColor("progressBar.background"),
  });
  readonly #words = vscode.window.createTextEditorDecorationType({});
  #received = 0;
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(document: vscode.TextDocument, places: Places) {
    this.document = document;
    this.#followed = new FollowedPlaces(document, places, () => this.#draw());
    this.#listening = vscode.Disposable.from(
      this.#followed,
      vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
    );
    Running.#all.add(this);
    setKey("galley.refactor.running", true);
    this.#draw();
  }

  /** Whether an answer for one of these lines is awaited. */
  static isAt(document: vscode.TextDocument, places: Places): boolean {
    return [...Running.#all].some(
      (one) => one.document === document && !one.#isSettled && one.places !== undefined && overlap(one.places, places),
    );
  }

  /** Stops those of this document, or all if it has none. */
  static stop(document: vscode.TextDocument | undefined): void {
    const here = [...Running.#all].filter((one) => one.document === document);
    for (const one of here.length > 0 ? here : Running.#all) if (!one.#isSettled) one.#stop.abort();
  }

  /** `undefined`: the user has changed it. */
  get places(): Places | undefined {
    return this.#followed.now;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  received(lines: number): void {
    this.#received = lines;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#draw();
    }, SHOW_MS);
  }

  /**
   * The answer goes into the document now: it can no longer be stopped, but is still followed. What is shown changes
   * later: the editor draws the answer first.
   */
  settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listening.dispose();
    this.#shade.dispose();
    this.#words.dispose();
    Running.#all.delete(this);
    setKey("galley.refactor.running", Running.#all.size > 0);
  }

  #draw(): void {
    if (this.#isSettled) return;
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document !== this.document) continue;
      const lines = this.places && linesOfPlaces(this.places);
      editor.setDecorations(this.#shade, lines === undefined ? [] : [rangeOf(lines.start, lines.end)]);
      editor.setDecorations(this.#words, lines === undefined ? [] : [this.#said(lines.start)]);
    }
  }

  #said(line: number): vscode.DecorationOptions {
    const end = Number.MAX_SAFE_INTEGER;
    return {
      range: new vscode.Range(line - 1, end, line - 1, end),
      renderOptions: {
        after: {
          contentText: words.working(this.#received),
          color: new vscode.ThemeColor("editorCodeLens.foreground"),
          margin: "0 0 0 2em",
        },
      },
    };
  }
}

function rangeOf(start: number, end: number): vscode.Range {
  return new vscode.Range(start - 1, 0, end - 1, 0);
}
