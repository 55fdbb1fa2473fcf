// What the editors tell completion: a key, a move of the cursor, another editor. What ends a request comes first.
import * as vscode from "vscode";
import type { Completer } from "../../pipelines/completion/session/completer.ts";
import type { Acceptances } from "./acceptances.ts";
import { isCompleted } from "./places.ts";
import { spotIn, spotsAfter } from "./provider.ts";
import type { Sources } from "./sources.ts";

interface Followers {
  completer: Pick<Completer, "changed" | "moved" | "typed">;
  sources: Pick<Sources, "changed" | "isKept">;
  acceptances: Pick<Acceptances, "changed">;
  /** Another editor is active, or none. */
  switched: () => void;
}

export function followEditors({ completer, sources, acceptances, switched }: Followers): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument((event) => {
      const { document, contentChanges } = event;
      if (contentChanges.length === 0 || !isCompleted(document)) return;
      if (document === vscode.window.activeTextEditor?.document) {
        completer.changed(() => spotsAfter(event));
        completer.typed();
      }
      sources.changed(event);
      acceptances.changed(event);
      // The rules are read from disk while the editor waits with its question.
      void sources.isKept(document);
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor !== vscode.window.activeTextEditor) return;
      completer.moved(() => spotIn(textEditor));
      if (isCompleted(textEditor.document)) void sources.isKept(textEditor.document);
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      completer.moved(() => spotIn(editor));
      switched();
    }),
  );
}
