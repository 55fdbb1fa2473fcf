// Opens the conversations in whatever state their file is, and says what the user should know.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { counted } from "../../text/counted.ts";
import { reasonOf } from "../../text/reason.ts";
import { finishRecovery, recoverStore, type Recovered } from "./recover.ts";
import { Refused, toRefused } from "./refusal.ts";
import { NEWER, openInMemory, openReadOnly, openStore, type Store } from "./store.ts";

export interface Opened {
  store: Store;
  /** In words for the user, when not all is as it should be. */
  notice?: string;
}

/** Never throws: the last resort is a store in memory. Nothing already stored is harmed. */
export function openSafely(path: string, now: number): Opened {
  try {
    mkdirSync(dirname(path), { recursive: true });
    finishRecovery(path, now);
    return withNotice(openStore(path));
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
  return store.readOnly ? { store, notice: NEWER } : { store };
}

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
    throw new Error("another window is repairing the conversations; reload this window in a moment", { cause: error });
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
  const recovered = recoverStore(path, now);
  return { store: openStore(path), notice: recoveredNotice(recovered) };
}

function recoveredNotice({ sessions, messages, aside }: Recovered): string {
  const found =
    sessions + messages === 0
      ? "No conversations could be recovered"
      : `${counted(sessions, "conversation")} and ${counted(messages, "message")} were recovered`;
  return `The conversation database was damaged. ${found}. A copy of the damaged file is at ${aside}.`;
}

/** What is there can be read if at all possible; else the panel works on what is not kept. */
function openAnyway(path: string, error: unknown): Opened {
  const reason = reasonOf(toRefused(moreExactly(error, dirname(path))));
  try {
    const refusal = `Galley cannot write to ${dirname(path)} (${reason}): conversations are read-only. Fix the folder's permissions, then reload the window.`;
    return { store: openUnwritable(path, refusal), notice: refusal };
  } catch {
    const notice = `Galley could not open its conversations at ${path} (${reason}). Messages in this window will not be saved. Fix the problem, then reload the window.`;
    return { store: openInMemory(join(tmpdir(), `galley-${process.pid}`)), notice };
  }
}

/** SQLite cannot open a file either way, whether it is the folder's fault or the file's. */
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

/** The newest messages may be in the log only, and a log is read with a file beside it. */
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
