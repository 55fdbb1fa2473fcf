// Conversations that stayed behind in another storage folder, because their workspace folder moved or is opened in another way.
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { reasonOf } from "../../text/reason.ts";
import type { SessionSummary } from "../../message/session.ts";
import { readDraft, saveDraft } from "../../persist/drafts.ts";
import { exportSession } from "../../persist/transfer/export.ts";
import { readFolders } from "../../persist/folders.ts";
import { importSession } from "../../persist/transfer/import.ts";
import { addPins, followOpenEditors, followsOpenEditors, readPins } from "../../persist/pins.ts";
import { isDeleted, listSessions, readSession } from "../../persist/sessions.ts";
import { openReadOnly, type Store } from "../../persist/database/store.ts";
import { pickMany } from "../window/ask.ts";
import { timeAgo } from "../window/time-ago.ts";
import type { StorageNeeds } from "./needs.ts";
import type { SessionList } from "./session-list.ts";
import { storageFolder } from "../files/storage.ts";
import { folderUris, kindAt, lastNameOf } from "../files/workspace.ts";

/** One other store: the folder it was used for, and what it holds that this one does not. */
interface Lost {
  path: string;
  folders: vscode.Uri[];
  sessions: SessionSummary[];
}

/** Returns how many were adopted. A program passes the ids of those it wants; a person picks. */
export async function findLostSessions(
  needs: StorageNeeds,
  list: Pick<SessionList, "update">,
  wanted: unknown,
): Promise<number> {
  const stores = otherStores(needs).flatMap((path) => readLost(needs, path));
  if (stores.length === 0) {
    void vscode.window.showInformationMessage(
      "No lost conversations found. To restore an export, run Galley: Import Conversations….",
    );
    return 0;
  }
  const chosen = Array.isArray(wanted) ? named(stores, wanted) : await pick(stores);
  if (chosen === undefined) return 0;
  const adopted = stores.reduce((count, lost) => count + adopt(needs.store, lost, chosen), 0);
  list.update();
  void vscode.window.showInformationMessage(
    adopted === 1 ? "Restored 1 conversation." : `Restored ${adopted} conversations.`,
  );
  return adopted;
}

/** Those of other workspaces, and that of windows without a folder. VS Code keeps them side by side. */
function otherStores({ context }: Pick<StorageNeeds, "context">): string[] {
  const home = join(context.globalStorageUri.fsPath, "galley.db");
  const own = join(storageFolder(context), "galley.db");
  const storage = context.storageUri && dirname(dirname(context.storageUri.fsPath));
  const siblings =
    storage === undefined ? [] : globSync(join("*", context.extension.id, "galley.db"), { cwd: storage });
  const paths = [...siblings.map((path) => join(storage ?? "", path)), ...globSync(home)];
  return paths.filter((path) => path !== own);
}

/** A store that cannot be read has nothing to offer; the log says why. */
function readLost({ store, log }: Pick<StorageNeeds, "store" | "log">, path: string): Lost[] {
  try {
    const other = openReadOnly(path, dirname(path), "Conversations of another window are read-only.");
    try {
      const isHere = ({ id }: SessionSummary): boolean => readSession(store, id) !== undefined || isDeleted(store, id);
      const sessions = listSessions(other).filter((session) => !isHere(session));
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

function adopt(store: Store, { path }: Lost, chosen: readonly Chosen[]): number {
  const ids = chosen.filter((one) => one.path === path).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const other = openReadOnly(path, dirname(path), "Conversations of another window are read-only.");
  try {
    return ids.filter((id) => adoptOne(store, other, id)).length;
  } finally {
    other.close();
  }
}

/** With its unsent message and its pins, which are no part of an export. */
function adoptOne(store: Store, other: Store, id: string): boolean {
  const adopted = importSession(store, exportSession(other, id, { blobs: true }), { keepIds: true });
  if (adopted === undefined) return false;
  saveDraft(store, id, readDraft(other, id), Date.now());
  addPins(store, id, readPins(other, id));
  followOpenEditors(store, id, followsOpenEditors(other, id));
  return true;
}

/** A conversation as one store has it: another may have it as it was earlier, or as it went on. */
interface Chosen {
  path: string;
  id: string;
}

type Item = vscode.QuickPickItem & Partial<Chosen>;

/** By their ids, wherever they are. */
function named(stores: readonly Lost[], ids: readonly unknown[]): Chosen[] {
  return stores.flatMap(({ path, sessions }) =>
    sessions.filter(({ id }) => ids.includes(id)).map(({ id }) => ({ path, id })),
  );
}

/** Under the folder they were used for, the likeliest first. */
async function pick(stores: readonly Lost[]): Promise<Chosen[] | undefined> {
  const ranked = await Promise.all(stores.map(async (lost) => ({ lost, ...(await likelihoodOf(lost)) })));
  const items = ranked
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ lost, rank, why }): Item[] => [
      {
        label: [placeOf(lost), why].filter((word) => word !== "").join(" · "),
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
    title: "Find Lost Conversations",
    placeHolder: "Select conversations to copy to this workspace",
    matchOnDescription: true,
  });
  return picked?.flatMap(({ path, id }) => (path === undefined || id === undefined ? [] : [{ path, id }]));
}

function placeOf({ folders }: Lost): string {
  if (folders.length === 0) return "No folder";
  return folders.map((uri) => (uri.scheme === "file" ? uri.fsPath : uri.toString(true))).join(", ");
}

async function likelihoodOf({ folders }: Lost): Promise<{ rank: number; why: string }> {
  const here = folderUris();
  if (folders.some((uri) => here.includes(uri.toString()))) return { rank: 0, why: "part of this workspace" };
  const names = new Set(here.map((uri) => lastNameOf(vscode.Uri.parse(uri))));
  const hasName = folders.some((uri) => names.has(lastNameOf(uri)));
  const isGone = folders.length > 0 && (await Promise.all(folders.map(kindAt))).every((kind) => kind === undefined);
  if (hasName) return isGone ? { rank: 0, why: "moved" } : { rank: 1, why: "same folder name" };
  return isGone ? { rank: 2, why: "folder no longer exists" } : { rank: 3, why: "" };
}
