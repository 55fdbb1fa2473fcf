// What the store remembers of this workspace, and what it need not remember any longer.
import type * as vscode from "vscode";
import { reasonOf } from "../message/reason.ts";
import { recordFolders } from "../persist/folders.ts";
import { purgeDeleted } from "../persist/sessions.ts";
import type { Store } from "../persist/store.ts";
import { folderUris } from "./workspace.ts";

/** Deleted conversations can be brought back for this long. */
const KEEP_DELETED_MS = 30 * 24 * 60 * 60 * 1000;

/** Never throws: it can wait for the next window, the panel cannot. */
export function keepHouse(store: Store, log: vscode.LogOutputChannel, now: number): void {
  if (store.readOnly) return;
  try {
    recordFolders(store, folderUris(), now);
    purgeDeleted(store, now - KEEP_DELETED_MS);
  } catch (error) {
    log.warn(`Galley could not tidy up: ${reasonOf(error)}`);
  }
}
