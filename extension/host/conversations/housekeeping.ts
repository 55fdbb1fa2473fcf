// Notes the folders of this workspace in the store, and removes what the store no longer needs.
import { join } from "node:path";
import * as vscode from "vscode";
import { removeOld } from "../../disk/remove-old.ts";
import { reasonOf } from "../../text/reason.ts";
import { recordFolders } from "../../persist/folders.ts";
import { countOwnChanges } from "../../persist/database/changes.ts";
import { purge } from "../../persist/contents/purge.ts";
import type { Store } from "../../persist/database/store.ts";
import { sweep } from "../../persist/contents/sweep.ts";
import { ATTACHMENTS, RESULTS } from "../files/storage.ts";
import { folderUris } from "../files/workspace.ts";

/** How long deleted conversations and the copies of attachments are kept. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** The first run waits until the panel has loaded. A run that could not do everything is repeated, each time after twice as long. */
const LATER_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Never throws: a failure is logged, and the next window tries again. */
export function startHousekeeping(store: Store, log: vscode.LogOutputChannel): vscode.Disposable {
  if (store.readOnly) return new vscode.Disposable(() => undefined);
  const ended = new AbortController();
  const logFailure = (error: unknown): void => {
    if (!ended.signal.aborted) log.warn(`Could not clean up storage: ${reasonOf(error)}`);
  };
  try {
    recordFolders(store, folderUris(), Date.now());
  } catch (error) {
    logFailure(error);
  }
  const changes = countOwnChanges(store);
  let timer: NodeJS.Timeout | undefined;
  const later = (wait: number): void => {
    timer = setTimeout(() => {
      const hasWritten = countOwnChanges(store) !== changes;
      cleanUp(store, hasWritten, ended.signal).then((isDone) => {
        if (!isDone && !ended.signal.aborted) later(Math.min(2 * wait, LONGEST_WAIT_MS));
      }, logFailure);
    }, wait);
  };
  later(LATER_MS);
  return new vscode.Disposable(() => {
    ended.abort();
    clearTimeout(timer);
  });
}

/** Returns whether everything was removed. Yields to the event loop between steps. Rejects if the window closes first. */
async function cleanUp(store: Store, hasWritten: boolean, signal: AbortSignal): Promise<boolean> {
  const before = Date.now() - KEEP_MS;
  // Galley makes a copy again from the store when a request names it.
  await removeOld(join(store.folder, ATTACHMENTS), before);
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  };
  const isPurged = await purge(store, { before, now: Date.now, pause });
  const results = join(store.folder, RESULTS);
  return (await sweep(store, { now: Date.now, pause, results, hasWritten })) && isPurged;
}
