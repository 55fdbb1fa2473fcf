// Opens the conversations in whatever state their file is, and says what the user should know.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { reasonOf } from "../../text/reason.ts";
import { finishRecovery, recoverStore } from "./recover.ts";
import { Refused, toRefused } from "./refusal.ts";
import { openInMemory, openReadOnly, openStore, type Store } from "./store.ts";
import * as words from "./words.ts";

export interface Opened {
  store: Store;
  /** For the user: set if the store is read-only, repaired or only in memory. */
  notice?: string;
  /** For the log. */
  note?: string;
}

/** Never throws: the last resort is a store in memory. Nothing already stored is harmed. */
export function openSafely(path: string, now: number, open = openStore): Opened {
  try {
    mkdirSync(dirname(path), { recursive: true });
    finishRecovery(path, now);
    return withNotice(open(path));
  } catch (error) {
    if (!(error instanceof Refused) || error.why !== "damaged") return openAnyway(path, error);
  }
  try {
    return repair(path, now);
  } catch (error) {
    return openAnyway(path, error);
  }
}

function withNotice(store: Store): Opened {
  if (store.readOnly) return { store, notice: words.newer };
  const { journal_mode } = Journal.parse(store.get("PRAGMA journal_mode"));
  return journal_mode === "wal" ? { store } : { store, note: words.withoutLog(store.folder) };
}

const Journal = z.object({ journal_mode: z.string() });

/** A repair that has not ended after this long was killed. */
const REPAIR_MS = 60_000;

/** One window at a time: the second would set aside what the first has made. */
function repair(path: string, now: number): Opened {
  const lock = `${path}.repairing`;
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && now - since > REPAIR_MS) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
  } catch (error) {
    if (!existsSync(lock)) throw error;
    throw new Error(words.repairing, { cause: error });
  }
  try {
    return repairUnlessDone(path, now);
  } finally {
    rmdirSync(lock);
  }
}

function repairUnlessDone(path: string, now: number): Opened {
  try {
    return withNotice(openStore(path));
  } catch (error) {
    if (!(error instanceof Refused) || error.why !== "damaged") throw error;
  }
  const { sessions, messages, aside } = recoverStore(path, now);
  return { store: openStore(path), notice: words.recovered(sessions, messages, aside) };
}

/** Opens the file for reading only if at all possible; else a store in memory, which is lost with the window. */
function openAnyway(path: string, error: unknown): Opened {
  const reason = reasonOf(toRefused(moreExactly(error, dirname(path))));
  try {
    const refusal = words.notWritable(dirname(path), reason);
    return { store: openUnwritable(path, refusal), notice: refusal };
  } catch {
    const notice = words.notOpened(path, reason);
    return { store: openInMemory(join(tmpdir(), `galley-${process.pid}`)), notice };
  }
}

/** SQLite does not tell whether the folder or the file is at fault: a trial in the folder does. */
function moreExactly(error: unknown, folder: string): unknown {
  if (!(error instanceof Refused) || error.why !== "closed") return error;
  try {
    rmdirSync(mkdtempSync(join(folder, ".galley-")));
    return error;
  } catch (refused) {
    return refused;
  }
}

/** Without locks and without the files SQLite makes beside it. */
function openUnwritable(path: string, refusal: string): Store {
  if (statSync(path).size === 0) throw new Error("No data could be read.");
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return openCopy(path, refusal);
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return openReadOnly(url, dirname(path), refusal);
}

/** The newest messages may be in the log only, and SQLite must create a file beside it to read a log. */
function openCopy(path: string, refusal: string): Store {
  const folder = mkdtempSync(join(tmpdir(), "galley-"));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const copy = join(folder, "galley.db");
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, copy + suffix);
    const store = openReadOnly(copy, dirname(path), refusal);
    return {
      ...store,
      close: () => {
        store.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
