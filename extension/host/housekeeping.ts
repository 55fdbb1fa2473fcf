// What the store remembers of this workspace, and what it need not remember any longer.
import { join } from "node:path";
import * as vscode from "vscode";
import { removeOld } from "../disk/remove-old.ts";
import { reasonOf } from "../message/reason.ts";
import { recordFolders } from "../persist/folders.ts";
import { purge } from "../persist/purge.ts";
import type { Store } from "../persist/store.ts";
import { ATTACHMENTS, RESULTS } from "./storage.ts";
import { folderUris } from "./workspace.ts";

/** Deleted conversations can be brought back for this long, and what was set aside for a request is read no longer. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** The panel is there by then; what could not be done is tried again after as long. */
const LATER_MS = 60_000;

/** Never throws: it can wait for the next window, the panel cannot. */
export function keepHouse(store: Store, log: vscode.LogOutputChannel): vscode.Disposable {
  if (store.readOnly) return new vscode.Disposable(() => undefined);
  const ended = new AbortController();
  const inWords = (error: unknown): void => {
    if (!ended.signal.aborted) log.warn(`Galley could not tidy up: ${reasonOf(error)}`);
  };
  try {
    recordFolders(store, folderUris(), Date.now());
  } catch (error) {
    inWords(error);
  }
  const timer = setTimeout(() => {
    tidy(store, ended.signal).then((isDone) => {
      if (!isDone) timer.refresh();
    }, inWords);
  }, LATER_MS);
  return new vscode.Disposable(() => {
    ended.abort();
    clearTimeout(timer);
  });
}

/** In steps: nobody waits for it. Rejects when the window ends meanwhile. */
async function tidy(store: Store, signal: AbortSignal): Promise<boolean> {
  const before = Date.now() - KEEP_MS;
  for (const name of [ATTACHMENTS, RESULTS]) await removeOld(join(store.folder, name), before);
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  };
  return purge(store, { before, now: Date.now, pause });
}
