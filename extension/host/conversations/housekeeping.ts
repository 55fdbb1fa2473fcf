// What the store remembers of this workspace, and what it need not remember any longer.
import { join } from "node:path";
import * as vscode from "vscode";
import { removeOld } from "../../disk/remove-old.ts";
import { reasonOf } from "../../text/reason.ts";
import { recordFolders } from "../../persist/folders.ts";
import { purge } from "../../persist/contents/purge.ts";
import type { Store } from "../../persist/database/store.ts";
import { sweep } from "../../persist/contents/sweep.ts";
import { ATTACHMENTS, RESULTS } from "../files/storage.ts";
import { folderUris } from "../files/workspace.ts";

/** Deleted conversations can be brought back for this long, and copies for agents are kept. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** The panel is there by then; what could not be done is tried again, each time after twice as long. */
const LATER_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Never throws: it can wait for the next window, the panel cannot. */
export function keepHouse(store: Store, log: vscode.LogOutputChannel): vscode.Disposable {
  if (store.readOnly) return new vscode.Disposable(() => undefined);
  const ended = new AbortController();
  const inWords = (error: unknown): void => {
    if (!ended.signal.aborted) log.warn(`Could not clean up storage: ${reasonOf(error)}`);
  };
  try {
    recordFolders(store, folderUris(), Date.now());
  } catch (error) {
    inWords(error);
  }
  let timer: NodeJS.Timeout | undefined;
  const later = (wait: number): void => {
    timer = setTimeout(() => {
      tidy(store, ended.signal).then((isDone) => {
        if (!isDone && !ended.signal.aborted) later(Math.min(2 * wait, LONGEST_WAIT_MS));
      }, inWords);
    }, wait);
  };
  later(LATER_MS);
  return new vscode.Disposable(() => {
    ended.abort();
    clearTimeout(timer);
  });
}

/** Yields to the event loop between steps. Rejects if the window closes first. */
async function tidy(store: Store, signal: AbortSignal): Promise<boolean> {
  const before = Date.now() - KEEP_MS;
  // Copies for agents: they are made anew from what is stored when one is needed.
  await removeOld(join(store.folder, ATTACHMENTS), before);
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  };
  const isPurged = await purge(store, { before, now: Date.now, pause });
  return (await sweep(store, { now: Date.now, pause, results: join(store.folder, RESULTS) })) && isPurged;
}
