// A reference as text: `path:10-25` on the clipboard, and a chip again when it is pasted into the message.
import * as vscode from "vscode";
import type { FileRef } from "../message/part.ts";
import { linesOf } from "./editor.ts";
import { pathOf } from "./workspace.ts";

export class Reference {
  #last: { text: string; part: FileRef } | undefined;

  /** Of the selection, or of the caret's line. */
  async copy(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) throw new Error("Open a text editor and select what you want to refer to.");
    const { document, selection } = editor;
    const path = pathOf(document.uri);
    const range = linesOf(selection);
    const text = `${path}:${range.start}-${range.end}`;
    this.#last = { text, part: { type: "file-ref", ref: { kind: "path", path, range } } };
    await vscode.env.clipboard.writeText(text);
  }

  /** Only what was copied here last: any other text that looks like one stays text. */
  find(text: string): FileRef | undefined {
    return this.#last?.text === text ? this.#last.part : undefined;
  }
}
