// The commands that export a conversation to a file and import conversations from files.
import * as vscode from "vscode";
import { safeName } from "../../disk/places/safe-name.ts";
import { reasonOf } from "../../text/reason.ts";
import { toJsonl } from "../../persist/transfer/jsonl.ts";
import { toExport } from "../../persist/transfer/export.ts";
import { readSummary } from "../../persist/conversations.ts";
import { writeImport } from "../../persist/transfer/write-import.ts";
import { chooseFiles, choosePlaceToSave, pickOne } from "../window/ask.ts";
import type { Done } from "../window/done.ts";
import { saveText } from "../files/save-file.ts";
import { namedOrMain } from "./called-on.ts";
import { Imports } from "./imports.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { lastNameOf } from "../files/workspace.ts";
import * as words from "./words.ts";

const filters = { [words.json]: ["json"], [words.jsonLines]: ["jsonl"] };

/** Says what was done; `undefined` if the user canceled. A caller can pass the file and whether to include contents; otherwise the user is asked. */
export async function exportConversation(
  needs: Pick<ConversationsNeeds, "store" | "mainConversation">,
  argument: unknown,
  file: unknown,
  blobs: unknown,
): Promise<Done | undefined> {
  const { store } = needs;
  const id = namedOrMain(needs, argument);
  const title = readSummary(store, id)?.title;
  if (title === undefined) throw new Error(words.nothingToExport);
  const withBlobs = typeof blobs === "boolean" ? blobs : await askBlobs();
  if (withBlobs === undefined) return undefined;
  const uri = file instanceof vscode.Uri ? file : await askFile(title);
  if (uri === undefined) return undefined;
  const exported = toExport(store, id, { blobs: withBlobs });
  const text = /\.jsonl$/i.test(uri.path) ? toJsonl(exported) : `${JSON.stringify(exported, null, 2)}\n`;
  await saveText(uri, text);
  void vscode.window.showInformationMessage(words.exported(title, lastNameOf(uri)), words.open).then((answer) => {
    if (answer === words.open) void vscode.commands.executeCommand("vscode.open", uri);
  });
  return { done: words.exportedHere(lastNameOf(uri)) };
}

async function askBlobs(): Promise<boolean | undefined> {
  const choices = [
    { label: words.withContents, detail: words.withContentsDetail, blobs: true },
    { label: words.withoutContents, detail: words.withoutContentsDetail, blobs: false },
  ];
  const picked = await pickOne(choices, { title: words.exportContentTitle });
  return picked?.blobs;
}

function askFile(title: string): Thenable<vscode.Uri | undefined> {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  const name = safeName(`${plain.slice(0, 60) || words.untitledFile}.json`);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return choosePlaceToSave({
    title: words.exportTitle,
    filters,
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** Shows the last imported conversation and returns the ids of all. Names each file that is not an export in a message. */
export async function importConversations(
  { context, store, open }: Pick<ConversationsNeeds, "context" | "store" | "open">,
  files: unknown,
): Promise<string[]> {
  const uris = await filesOf(files);
  const ids: string[] = [];
  const imports = new Imports(context);
  for (const uri of uris) {
    try {
      const { id } = await writeImport(store, await imports.read(uri), Date.now(), pause);
      ids.push(id);
    } catch (error) {
      void vscode.window.showErrorMessage(words.notImported(lastNameOf(uri), reasonOf(error)));
    }
  }
  imports.dispose();
  const last = ids.at(-1);
  if (last === undefined) return ids;
  await open(last);
  return ids;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Asks the user unless a file is passed. The title menu of a view passes the focused item, which is no file. */
async function filesOf(files: unknown): Promise<vscode.Uri[]> {
  if (files instanceof vscode.Uri) return [files];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await chooseFiles({
    title: words.importTitle,
    openLabel: words.importButton,
    canSelectMany: true,
    filters: { [words.exportedConversations]: ["json", "jsonl"] },
    ...(folder !== undefined && { defaultUri: folder }),
  });
  return chosen ?? [];
}
