// How the database survives a kill: a write-ahead log, or a rollback journal on disks without shared memory.
import type { DatabaseSync } from "node:sqlite";
import { sqliteCode } from "./refusal.ts";

type Database = Pick<DatabaseSync, "exec" | "prepare">;

/** How often SQLite flushes: a rollback journal needs all flushes to survive a loss of power. */
export type Flushing = "NORMAL" | "FULL";

const IO_ERROR = 10;
const LOCKING_PROTOCOL = 15;
const NO_ROOM_FOR_SHARED_MEMORY = 4874;

/** Network homes often have neither shared memory nor the locks that the log needs. */
function isLogRefused(error: unknown): boolean {
  const code = sqliteCode(error);
  if (code === undefined || code === NO_ROOM_FOR_SHARED_MEMORY) return false;
  return [IO_ERROR, LOCKING_PROTOCOL].includes(code & 0xff);
}

/** Reads with `read`. If the disk refuses the log that the database has, turns it into a rollback journal first. */
export function readWithoutLog<Value>(db: Database, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!isLogRefused(error)) throw error;
    // An exclusive connection keeps the index of the log in its own memory.
    db.exec("PRAGMA locking_mode = EXCLUSIVE");
    try {
      useRollback(db);
    } finally {
      db.exec("PRAGMA locking_mode = NORMAL");
    }
    return read();
  }
}

/** A log if the disk allows one. Throws if it allows neither. */
export function chooseJournal(db: Database): Flushing {
  try {
    if (modeAfter(db, "PRAGMA journal_mode = WAL") === "wal") {
      db.exec("PRAGMA synchronous = NORMAL");
      return "NORMAL";
    }
  } catch (error) {
    if (!isLogRefused(error)) throw error;
  }
  useRollback(db);
  db.exec("PRAGMA synchronous = FULL");
  return "FULL";
}

function useRollback(db: Database): void {
  modeAfter(db, "PRAGMA journal_mode = DELETE");
}

function modeAfter(db: Database, sql: string): unknown {
  return db.prepare(sql).get()?.["journal_mode"];
}
