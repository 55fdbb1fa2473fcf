// The first question that a new user can send with one click: about the open file, or what Galley is good for.
import * as vscode from "vscode";
import type { KnownPart } from "../../message/part.ts";
import { pathOf } from "../files/workspace.ts";
import { lastTextEditor } from "../window/last-editor.ts";
import { sendNow } from "./facts-commands.ts";
import type { MessageNeeds } from "./needs.ts";
import { readSelectionOrAll } from "./read/read-selection.ts";
import * as words from "./words.ts";

export async function tryAsk(needs: MessageNeeds): Promise<void> {
  await sendNow(needs, firstQuestion());
}

function firstQuestion(): KnownPart[] {
  const editor = lastTextEditor();
  if (editor !== undefined) {
    const isSelected = editor.selections.some(({ isEmpty }) => !isEmpty);
    const { parts } = readSelectionOrAll(editor, Date.now());
    return [...parts, { type: "text", text: ` ${isSelected ? words.whatSelection : words.whatFile}` }];
  }
  const covered = coveredFile();
  if (covered === undefined) return [{ type: "text", text: words.whatProject }];
  const ref = { kind: "path", path: pathOf(covered) } as const;
  return [
    { type: "file-ref", ref },
    { type: "text", text: ` ${words.whatFile}` },
  ];
}

/** A file that is open in a tab behind another one, such as the walkthrough. */
function coveredFile(): vscode.Uri | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const files = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return files.findLast(({ scheme }) => scheme === "file");
}
