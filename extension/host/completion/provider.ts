// Answers the editor's question for text at the cursor: what it tells goes to the core, and what comes back is an item.
import * as vscode from "vscode";
import type { Model } from "../../message/model.ts";
import { isLanguageOn } from "../../pipelines/completion/session/languages.ts";
import type { Asked, Completer, Shown } from "../../pipelines/completion/session/completer.ts";
import { MOST_TEXT } from "../../pipelines/completion/session/silence.ts";
import type { Spot } from "../../pipelines/completion/flight.ts";
import { isEnabled, languageSwitches } from "./completion-settings.ts";
import { isCompleted, lengthOf, placeOfDocument } from "./places.ts";

/** What the command of an item is told when the user accepts it. */
export interface Accepted {
  document: string;
  start: number;
  insert: string;
  model: string;
}

interface ProviderPorts {
  completer: Pick<Completer, "complete">;
  pathOf: (uri: vscode.Uri) => string;
  model: () => Model | undefined;
  isSnoozed: () => boolean;
  isRefactored: (document: vscode.TextDocument, at: vscode.Position) => boolean;
  /** The command that is called with `Accepted`. */
  acceptedCommand: string;
}

export class CompletionProvider implements vscode.InlineCompletionItemProvider {
  readonly #ports: ProviderPorts;

  constructor(ports: ProviderPorts) {
    this.#ports = ports;
  }

  async provideInlineCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    context: vscode.InlineCompletionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlineCompletionItem[]> {
    const { version } = document;
    const stop = new AbortController();
    const listening = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      if (token.isCancellationRequested || !isCompleted(document)) return [];
      const shown = await this.#ports.completer.complete(this.#asked(document, position, context), stop.signal);
      const isLate = stop.signal.aborted || document.version !== version;
      return shown === undefined || isLate ? [] : [this.#item(document, shown)];
    } finally {
      listening.dispose();
    }
  }

  #asked(document: vscode.TextDocument, position: vscode.Position, context: vscode.InlineCompletionContext): Asked {
    const model = this.#ports.model();
    const length = lengthOf(document);
    const isTooLarge = length > MOST_TEXT;
    const { selectedCompletionInfo: listed, triggerKind } = context;
    const { path } = placeOfDocument(document, this.#ports.pathOf);
    return {
      ...{ document: document.uri.toString(), path, language: document.languageId, model },
      text: isTooLarge ? "" : document.getText(),
      offset: isTooLarge ? 0 : document.offsetAt(position),
      selected: listed && {
        start: document.offsetAt(listed.range.start),
        end: document.offsetAt(listed.range.end),
        text: listed.text,
      },
      facts: {
        ...{ isOn: isEnabled(), isTrusted: vscode.workspace.isTrusted, isSnoozed: this.#ports.isSnoozed() },
        ...{ provider: model?.provider, length },
        ...cursorsIn(document),
        isLanguageOn: isLanguageOn(languageSwitches(), document.languageId),
        isRefactored: this.#ports.isRefactored(document, position),
        isManual: triggerKind === vscode.InlineCompletionTriggerKind.Invoke,
      },
    };
  }

  #item(document: vscode.TextDocument, { insert, start, end, model }: Shown): vscode.InlineCompletionItem {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const accepted: Accepted = { document: document.uri.toString(), start, insert, model };
    // The editor shows no title for it.
    const command = { command: this.#ports.acceptedCommand, title: "", arguments: [accepted] };
    return new vscode.InlineCompletionItem(insert, range, command);
  }
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor?.document === document) return activeTextEditor;
  return visibleTextEditors.find((editor) => editor.document === document);
}

function cursorsIn(document: vscode.TextDocument): { cursors: number; hasSelection: boolean } {
  const { selections = [] } = editorOf(document) ?? {};
  return { cursors: selections.length, hasSelection: selections.some(({ isEmpty }) => !isEmpty) };
}

/**
 * Where the cursor can be after a change, before the editor says so: behind what was typed, or before the sign that the
 * editor has closed it with. `undefined` after changes in several places.
 */
export function spotsAfter({ document, contentChanges }: vscode.TextDocumentChangeEvent): Spot[] | undefined {
  const [change, another] = contentChanges;
  if (change === undefined || another !== undefined || lengthOf(document) > MOST_TEXT) return undefined;
  const { rangeOffset, text: typed } = change;
  const [name, text] = [document.uri.toString(), document.getText()];
  const ends = typed.length > 1 ? [typed.length, typed.length - 1] : [typed.length];
  return ends.map((end) => ({ document: name, text, offset: rangeOffset + end }));
}

/** Where the one cursor of an editor is. `undefined` where no completion could be. */
export function spotIn(editor: vscode.TextEditor | undefined): Spot | undefined {
  if (editor === undefined || editor.selections.length > 1 || lengthOf(editor.document) > MOST_TEXT) return undefined;
  const { document, selection } = editor;
  return { document: document.uri.toString(), text: document.getText(), offset: document.offsetAt(selection.active) };
}
