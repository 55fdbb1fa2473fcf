// Finds conversations that stayed in another storage folder because their workspace folder was moved or opened in another way.
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import type { ConversationSummary } from "../../message/conversation.ts";
import { readDraft, saveDraft } from "../../persist/drafts.ts";
import { toExport } from "../../persist/transfer/export.ts";
import { readFolders } from "../../persist/folders.ts";
import { importConversation } from "../../persist/transfer/import.ts";
import { addPins, followOpenEditors, followsOpenEditors, readPins } from "../../persist/pins.ts";
import { isDeleted, listConversations, readSummary } from "../../persist/conversations.ts";
import { openReadOnly, type Store } from "../../persist/database/store.ts";
import { pickMany } from "../window/ask.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { StorageNeeds } from "./needs.ts";
import type { ConversationList } from "./conversation-list.ts";
import { folderUris, kindAt, lastNameOf } from "../files/workspace.ts";
import * as words from "./words.ts";

/** Another store: the folders it was used for, and its conversations that this store does not have. */
interface Lost {
  path: string;
  folders: vscode.Uri[];
  sessions: ConversationSummary[];
}

/** Returns how many were restored. Another extension passes the ids that it wants; otherwise the user selects. */
export async function findLostConversations(
  needs: StorageNeeds,
  list: Pick<ConversationList, "update">,
  wanted: unknown,
): Promise<number> {
  const stores = otherStores(needs).flatMap((path) => readLost(needs, path));
  if (stores.length === 0) {
    void vscode.window.showInformationMessage(words.noneLost);
    return 0;
  }
  const chosen = Array.isArray(wanted) ? named(stores, wanted) : await pick(stores);
  if (chosen === undefined) return 0;
  const restored = stores.reduce((count, lost) => count + restoreFrom(lost, needs.store, chosen), 0);
  list.update();
  void vscode.window.showInformationMessage(words.restored(restored));
  return restored;
}

/** The stores of other workspaces, which are kept side by side, and the one of windows without a folder. */
function otherStores({ context, storage }: Pick<StorageNeeds, "context" | "storage">): string[] {
  const home = join(context.globalStorageUri.fsPath, "galley.db");
  const own = join(storage.folder, "galley.db");
  const usual = context.storageUri && dirname(dirname(context.storageUri.fsPath));
  const siblings = [usual, storage.lasting].flatMap((folder) =>
    folder === undefined
      ? []
      : globSync(join("*", context.extension.id, "galley.db"), { cwd: folder }).map((path) => join(folder, path)),
  );
  return [...new Set([...siblings, ...globSync(home)])].filter((path) => path !== own);
}

/** Empty if the store cannot be read; the log says why. */
function readLost({ store, log }: Pick<StorageNeeds, "store" | "log">, path: string): Lost[] {
  try {
    const other = openReadOnly(path, dirname(path), words.readOnly);
    try {
      const isHere = ({ id }: ConversationSummary): boolean =>
        readSummary(store, id) !== undefined || isDeleted(store, id);
      const sessions = listConversations(other).filter((session) => !isHere(session));
      const folders = readFolders(other).map((uri) => vscode.Uri.parse(uri));
      return sessions.length === 0 ? [] : [{ path, folders, sessions }];
    } finally {
      other.close();
    }
  } catch (error) {
    log.warn(`Could not read lost conversations at ${path}: ${reasonOf(error)}`);
    return [];
  }
}

function restoreFrom({ path }: Lost, store: Store, chosen: readonly Chosen[]): number {
  const ids = chosen.filter((one) => one.path === path).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const other = openReadOnly(path, dirname(path), words.readOnly);
  try {
    return ids.filter((id) => restoreOne(store, other, id)).length;
  } finally {
    other.close();
  }
}

/** Copies also the draft and the pins, which an export does not contain. */
function restoreOne(store: Store, other: Store, id: string): boolean {
  const imported = importConversation(store, toExport(other, id, { blobs: true }), { keepIds: true });
  if (imported === undefined) return false;
  saveDraft(store, id, readDraft(other, id), Date.now());
  addPins(store, id, readPins(other, id));
  followOpenEditors(store, id, followsOpenEditors(other, id));
  return true;
}

/** A conversation in one store: another store may have an earlier or later copy of it. */
interface Chosen {
  path: string;
  id: string;
}

type Item = vscode.QuickPickItem & Partial<Chosen>;

/** The conversations of these ids, in every store that has them. */
function named(stores: readonly Lost[], ids: readonly unknown[]): Chosen[] {
  return stores.flatMap(({ path, sessions }) =>
    sessions.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ path, id })),
  );
}

/** Lists the conversations under the folder they were used for, the likeliest folder first. */
async function pick(stores: readonly Lost[]): Promise<Chosen[] | undefined> {
  const ranked = await Promise.all(stores.map(async (lost) => ({ lost, ...(await likelihoodOf(lost)) })));
  const items = ranked
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ lost, rank, why }): Item[] => [
      {
        label: [placeOf(lost), why].filter((text) => text !== "").join(" · "),
        kind: vscode.QuickPickItemKind.Separator,
      },
      ...lost.sessions.map((session) => ({
        label: session.title,
        description: timeAgo(session.updated_at, Date.now()),
        path: lost.path,
        id: session.id,
        picked: rank === 0,
      })),
    ]);
  const picked = await pickMany(items, {
    title: words.findLostTitle,
    placeHolder: words.selectToCopy,
    matchOnDescription: true,
  });
  return picked?.flatMap(({ path, id }) => (path === undefined || id === undefined ? [] : [{ path, id }]));
}

function placeOf({ folders }: Lost): string {
  if (folders.length === 0) return words.noFolder;
  return folders.map((uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString(true))).join(", ");
}

async function likelihoodOf({ folders }: Lost): Promise<{ rank: number; why: string }> {
  const here = folderUris();
  if (folders.some((uri) => here.includes(uri.toString()))) return { rank: 0, why: words.partOfWorkspace };
  const names = new Set(here.map((uri) => lastNameOf(vscode.Uri.parse(uri))));
  const hasName = folders.some((uri) => names.has(lastNameOf(uri)));
  const isGone = folders.length > 0 && (await Promise.all(folders.map(kindAt))).every((kind) => kind === undefined);
  if (hasName) return isGone ? { rank: 0, why: words.moved } : { rank: 1, why: words.sameName };
  return isGone ? { rank: 2, why: words.folderGone } : { rank: 3, why: "" };
}
