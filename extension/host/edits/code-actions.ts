// The buttons of a code block: insert it, open it as a file, apply it to a file, put it into a terminal.
import * as vscode from "vscode";
import type { ToHost } from "../../protocol/to-host.ts";
import { applyCode } from "./apply-code.ts";
import { insertIntoTerminal } from "./insert-terminal.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { openAsFile } from "./open-code.ts";
import * as words from "./words.ts";

type CodeMessage = Extract<ToHost, { type: "code" }>;

export async function actOnCode({ action, info, text }: Omit<CodeMessage, "type">): Promise<void> {
  switch (action) {
    case "insert":
      return insert(text);
    case "open":
      return openAsFile(info, text);
    case "apply":
      return applyCode(info, text);
    case "terminal":
      return insertIntoTerminal(text);
    default:
      action satisfies never;
  }
}

/** Replaces each selection of the last text editor, or inserts at its cursor, in one undo step. */
async function insert(text: string): Promise<void> {
  // A click into the panel leaves a text editor active; a click into Galley in a tab leaves it the last one.
  const editor = lastTextEditor();
  if (editor === undefined) throw new Error(words.placeToInsert);
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!isDone) throw new Error(words.notInserted);
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active });
}
