// Adds a byte range of a file to the message. The Hex Editor does not tell other extensions what is selected in it.
import * as vscode from "vscode";
import { parseByteRange } from "../../acquire/byte-range.ts";
import { documentOf } from "../files/open-documents.ts";
import { urisOf } from "../files/resources.ts";
import { lastNameOf, pathOf } from "../files/workspace.ts";
import { askText } from "../window/ask.ts";
import type { MessageNeeds } from "./needs.ts";
import * as words from "./words.ts";

/** Of the file that a menu passes, or of the active tab, whichever editor shows it. */
export async function addByteRange(insert: MessageNeeds["insertAtCaret"], args: readonly unknown[]): Promise<void> {
  const [uri = activeUri()] = urisOf(args);
  if (uri === undefined) throw new Error(words.openForBytes);
  const size = await sizeOf(uri);
  if (size === 0) throw new Error(words.nothingToAdd(words.fileEmpty));
  const failureOf = (typed: string): string | undefined => {
    const read = parseByteRange(typed, size);
    return read.ok ? undefined : read.failure;
  };
  const typed = await askText({
    title: words.addBytesTitle,
    prompt: words.enterBytes(lastNameOf(uri), size),
    placeHolder: words.bytesExample,
    validateInput: (value) => (value.trim() === "" ? undefined : failureOf(value)),
  });
  const read = typed === undefined || typed.trim() === "" ? undefined : parseByteRange(typed, size);
  if (read === undefined) return;
  if (!read.ok) throw new Error(read.failure);
  await insert([{ type: "file-ref", ref: { kind: "path", path: pathOf(uri), range: read.value } }]);
}

/** Editors of other extensions, such as the Hex Editor, have a URI too. */
function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

/** Of what would be read: unsaved text comes before the file. */
async function sizeOf(uri: vscode.Uri): Promise<number> {
  const open = await documentOf(uri);
  if (open !== undefined && (open.isDirty || open.isUntitled)) return Buffer.byteLength(open.getText());
  return (await vscode.workspace.fs.stat(uri)).size;
}
