// Conversations as files: exported where the user says, imported from where they lie.
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import { toJsonl } from "../../persist/transfer/jsonl.ts";
import { exportSession } from "../../persist/transfer/export.ts";
import { readSession } from "../../persist/sessions.ts";
import { writeImport } from "../../persist/transfer/write-import.ts";
import { chooseFiles, choosePlaceToSave, pickOne } from "../window/ask.ts";
import { saveText } from "../files/save-file.ts";
import { mainOf } from "./called-on.ts";
import { Imports } from "./imports.ts";
import type { ConversationsNeeds } from "./needs.ts";
import { lastNameOf } from "../files/workspace.ts";

const filters = { JSON: ["json"], "JSON Lines": ["jsonl"] };

/** A caller can pass the file and whether to include contents; otherwise the user is asked. */
export async function exportConversation(
  needs: Pick<ConversationsNeeds, "store" | "mainConversation">,
  argument: unknown,
  file: unknown,
  blobs: unknown,
): Promise<void> {
  const { store } = needs;
  const id = mainOf(needs, argument);
  const title = readSession(store, id)?.title;
  if (title === undefined) throw new Error("This conversation is empty. Send a message before you export it.");
  const withBlobs = typeof blobs === "boolean" ? blobs : await askBlobs();
  if (withBlobs === undefined) return;
  const uri = file instanceof vscode.Uri ? file : await askFile(title);
  if (uri === undefined) return;
  const exported = exportSession(store, id, { blobs: withBlobs });
  const text = /\.jsonl$/i.test(uri.path) ? toJsonl(exported) : `${JSON.stringify(exported, null, 2)}\n`;
  await saveText(uri, text);
  void vscode.window.showInformationMessage(`Exported “${title}” to ${lastNameOf(uri)}.`, "Open").then((answer) => {
    if (answer === "Open") void vscode.commands.executeCommand("vscode.open", uri);
  });
}

async function askBlobs(): Promise<boolean | undefined> {
  const choices = [
    {
      label: "Include attachments and file contents",
      detail: "Complete. Can be imported and replayed on any machine.",
      blobs: true,
    },
    {
      label: "Exclude attachments and file contents",
      detail: "Smaller. Contains file names but not file contents.",
      blobs: false,
    },
  ];
  const picked = await pickOne(choices, { title: "Export Conversation: Select Content" });
  return picked?.blobs;
}

function askFile(title: string): Thenable<vscode.Uri | undefined> {
  const name = `${
    title
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "conversation"
  }.json`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return choosePlaceToSave({
    title: "Export Conversation",
    filters,
    ...(folder !== undefined && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** Returns the ids of what was imported; the last is shown. What is not an export is told by name. */
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
      void vscode.window.showErrorMessage(`Could not import ${lastNameOf(uri)}. ${reasonOf(error)}`);
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

/** A view's title menu passes the item that has the focus: that names no file. */
async function filesOf(files: unknown): Promise<vscode.Uri[]> {
  if (files instanceof vscode.Uri) return [files];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await chooseFiles({
    title: "Import Conversations",
    openLabel: "Import",
    canSelectMany: true,
    filters: { "Exported conversations": ["json", "jsonl"] },
    ...(folder !== undefined && { defaultUri: folder }),
  });
  return chosen ?? [];
}
