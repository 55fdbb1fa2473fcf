// Tells when another process may have written to the store: nothing reads the store while nothing happens.
import { watch, type FSWatcher } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "./store.ts";

/** The writes of a burst are told once, this long after the first. */
const GATHER_MS = 250;

/** How often a change is looked for that caused no event, as on a network drive. */
const ANYWAY_MS = 10_000;

/** The same where the system watches no folder for us. */
const UNWATCHED_MS = 1_000;

/** Written beside the database where the system reports a write only when a file is closed. */
const SIGN = "galley.changed";

/** Calls `told` after a write of any process, this one's too. */
export function watchStore(folder: string, told: () => void): { close: () => void } {
  let gathering: NodeJS.Timeout | undefined;
  const tell = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      told();
    }, GATHER_MS);
  };
  const watcher = watchFolder(folder, tell);
  const anyway = setInterval(told, watcher === undefined ? UNWATCHED_MS : ANYWAY_MS);
  return {
    close: () => {
      watcher?.close();
      clearInterval(anyway);
      clearTimeout(gathering);
    },
  };
}

function watchFolder(folder: string, tell: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, (_event, name) => {
      if (name === null || name === SIGN || name.startsWith("galley.db")) tell();
    });
    // The folder is gone or the system gives up: the changes are found without it.
    watcher.on("error", () => {
      watcher.close();
    });
    return watcher;
  } catch {
    // The system watches no more folders, or not this one.
    return undefined;
  }
}

/** The same store, whose writes other processes are told of. Windows reports no write to a file that stays open. */
export function signalWrites(store: Store, platform: NodeJS.Platform): Store {
  if (platform !== "win32") return store;
  let gathering: NodeJS.Timeout | undefined;
  const sign = <Result>(result: Result): Result => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      // Without the sign, other windows find the change ten seconds later.
      writeFile(join(store.folder, SIGN), "").catch(() => undefined);
    }, GATHER_MS);
    return result;
  };
  return {
    ...store,
    run: (...query) => sign(store.run(...query)),
    transaction: (work) => sign(store.transaction(work)),
    flushed: (work) => sign(store.flushed(work)),
  };
}
