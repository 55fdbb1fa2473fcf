// All reviews of the window, and how they are shown: marked lines, the old text on hover, a line of actions above each change.
import * as vscode from "vscode";
import { setKey } from "../window/keys.ts";
import { rangeOfLines } from "./document-edit.ts";
import { DRAWN_MS } from "./drawn.ts";
import { type Changed, Review, type ReviewedHunk } from "./review.ts";
import * as words from "./words.ts";

const CHANGED = "galley.refactor.reviewing";

/** What a line of actions names: one change of one document. */
export interface NamedHunk {
  uri: string;
  hunk: number;
}

/** The actions of a change, in the order in which they are shown. */
const ACTIONS = [
  { command: "galley.refactor.keep", title: words.keep, tooltip: words.keepTitle },
  { command: "galley.refactor.undo", title: words.undo, tooltip: words.undoTitle },
  { command: "galley.refactor.next", title: words.next, tooltip: words.nextTitle },
  { command: "galley.refactor.alternative", title: words.alternative, tooltip: words.alternativeTitle },
  { command: "galley.refactor.retry", title: words.retry, tooltip: words.retryTitle },
  { command: "galley.refactor.showDiff", title: words.diff, tooltip: words.diffTitle },
  { command: "galley.refactor.showRequest", title: words.showRequest, tooltip: words.requestTitle },
];

export class Reviews implements vscode.CodeLensProvider, vscode.HoverProvider, vscode.Disposable {
  readonly #all = new Map<vscode.TextDocument, Review>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #lines = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground"),
    // High contrast themes have no such background.
    borderStyle: "solid",
    borderWidth: "0 0 0 2px",
    borderColor: new vscode.ThemeColor("editorGutter.modifiedBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.modifiedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  /** Where lines were deleted. */
  readonly #gone = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: "solid",
    borderWidth: "1px 0 0 0",
    borderColor: new vscode.ThemeColor("editorGutter.deletedBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.deletedForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  #timer: NodeJS.Timeout | undefined;
  readonly #listening = vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ scheme: "*" }, this),
    vscode.languages.registerHoverProvider({ scheme: "*" }, this),
    vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
    vscode.workspace.onDidCloseTextDocument((document) => this.#end(document)),
  );

  /** The review of a document; a new one if it has none. */
  of(document: vscode.TextDocument): Review {
    const known = this.#all.get(document) ?? new Review(document, (what) => this.#update(document, what));
    this.#all.set(document, known);
    return known;
  }

  /** The named change, or else the one at the cursor of the active editor or the next one after it. */
  find(named: NamedHunk | undefined): { review: Review; hunk: ReviewedHunk } | undefined {
    if (named !== undefined) {
      const review = [...this.#all.values()].find(({ document }) => document.uri.toString() === named.uri);
      const hunk = review?.hunks.find(({ id }) => id === named.hunk);
      return review === undefined || hunk === undefined ? undefined : { review, hunk };
    }
    const editor = vscode.window.activeTextEditor;
    const review = editor && this.#all.get(editor.document);
    if (editor === undefined || review === undefined) return undefined;
    const line = editor.selection.active.line + 1;
    const hunk = review.hunks.find(({ lines }) => Math.max(lines.start, lines.end) >= line) ?? review.hunks[0];
    return hunk && { review, hunk };
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const review = this.#all.get(document);
    const hunks = review?.hunks ?? [];
    return hunks.flatMap((hunk) => {
      const line = Math.min(hunk.lines.start, document.lineCount) - 1;
      return actionsOf(document, hunk, hunks.length).map(
        (action) => new vscode.CodeLens(new vscode.Range(line, 0, line, 0), action),
      );
    });
  }

  /** Made when it is asked for: VS Code reads all texts of marks that have them whenever the marks move. */
  provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
    const { hunks = [] } = this.#all.get(document) ?? {};
    const hunk = hunks.find(({ lines: { start, end } }) => start <= line + 1 && line + 1 <= Math.max(start, end));
    return hunk && new vscode.Hover(hoverOf(document, hunk, hunks.length), markedRange(document, hunk));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const review of this.#all.values()) review.dispose();
    this.#all.clear();
    this.#draw();
    this.#listening.dispose();
    this.#lines.dispose();
    this.#gone.dispose();
    this.#changed.dispose();
  }

  #update(document: vscode.TextDocument, what: Changed): void {
    if (this.#all.get(document)?.hunks.length === 0) this.#end(document);
    if (what === "hunks") this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), DRAWN_MS);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed.fire();
    this.#draw();
  }

  #end(document: vscode.TextDocument): void {
    this.#all.get(document)?.dispose();
    this.#all.delete(document);
    setKey(CHANGED, this.#all.size > 0);
  }

  #draw(): void {
    setKey(
      CHANGED,
      [...this.#all.values()].some(({ hunks }) => hunks.length > 0),
    );
    for (const editor of vscode.window.visibleTextEditors) {
      const hunks = this.#all.get(editor.document)?.hunks ?? [];
      const rangeOf = (hunk: ReviewedHunk): vscode.Range => markedRange(editor.document, hunk);
      editor.setDecorations(this.#lines, hunks.filter((hunk) => !isGone(hunk)).map(rangeOf));
      editor.setDecorations(this.#gone, hunks.filter(isGone).map(rangeOf));
    }
  }
}

function isGone({ lines }: ReviewedHunk): boolean {
  return lines.end < lines.start;
}

function actionsOf(document: vscode.TextDocument, { id }: ReviewedHunk, count: number): vscode.Command[] {
  const named: NamedHunk = { uri: document.uri.toString(), hunk: id };
  return ACTIONS.filter(({ title }) => title !== words.next || count > 1).map((action) => ({
    ...action,
    arguments: [named],
  }));
}

function markedRange(document: vscode.TextDocument, { lines }: ReviewedHunk): vscode.Range {
  const whole = rangeOfLines(document, lines);
  const last = whole.end.character === 0 && !whole.isEmpty ? whole.end.line - 1 : whole.end.line;
  return new vscode.Range(whole.start, new vscode.Position(last, document.lineAt(last).text.length));
}

/** The old text, and the actions again: the lines above the changes can be switched off in VS Code. */
function hoverOf(document: vscode.TextDocument, hunk: ReviewedHunk, count: number): vscode.MarkdownString {
  const hover = new vscode.MarkdownString();
  hover.isTrusted = { enabledCommands: ACTIONS.map(({ command }) => command) };
  if (hunk.old === "") hover.appendText(words.wasEmpty);
  else hover.appendText(words.before).appendCodeblock(hunk.old.replace(/\r?\n$/, ""), document.languageId);
  const links = actionsOf(document, hunk, count).map(
    ({ command, title, arguments: given }) =>
      `[${title}](command:${command}?${encodeURIComponent(JSON.stringify(given))})`,
  );
  return hover.appendMarkdown(`\n\n${links.join(" · ")}`);
}
