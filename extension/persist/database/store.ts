// The database: opened with the settings that survive a kill, brought to the current version, read-only when newer.
import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { chooseJournal, type Flushing, readWithoutLog } from "./journal.ts";
import { Refused, sqliteCode, toRefused } from "./refusal.ts";
import { steps } from "./schema.ts";
import * as words from "./words.ts";

export interface Store {
  /** The folder of the database and its other files. */
  readonly folder: string;
  /** Every write throws, with words for the user. */
  readonly readOnly: boolean;
  run: (sql: string, ...values: SQLInputValue[]) => { changes: number };
  get: (sql: string, ...values: SQLInputValue[]) => unknown;
  all: (sql: string, ...values: SQLInputValue[]) => unknown[];
  /** All of it is committed when it returns, or none. */
  transaction: <Result>(work: () => Result) => Result;
  /** A transaction that is flushed to disk when it returns, so that it survives a loss of power. */
  flushed: <Result>(work: () => Result) => Result;
  close: () => void;
}

/** How long one window waits for another. */
const BUSY_MS = 5_000;

/** The queries that reading conversations needs: a database that cannot answer them is found out when it is opened. */
const reads = [
  `SELECT id, title, created_at, updated_at, parent_id, forked_from, ephemeral, archived_at, deleted_at, turn_owner,
     turn_at FROM chat_sessions LIMIT 1`,
  "SELECT id, session_id, role, created_at, metadata_json, hidden_at FROM chat_messages LIMIT 1",
  "SELECT message_id, idx, data_json FROM chat_parts LIMIT 1",
  "SELECT session_id, data_json FROM drafts LIMIT 1",
  "SELECT content_id, mime, size FROM blobs LIMIT 1",
  "SELECT session_id, message_id FROM chat_words LIMIT 1",
];

const openFile = (path: string): DatabaseSync => new DatabaseSync(path, { timeout: BUSY_MS });

/** Throws a `Refused` with words for the user when the file cannot be opened, or is damaged. */
export function openStore(path: string, open = openFile): Store {
  const started = performance.now();
  for (;;) {
    try {
      return openOnce(path, open);
    } catch (error) {
      const refused = toRefused(error);
      // Two windows that make a database at once may refuse each other without waiting.
      const isBusy = refused instanceof Refused && refused.why === "busy";
      if (!isBusy || performance.now() - started > BUSY_MS) throw refused;
      pause();
    }
  }
}

function openOnce(path: string, open: typeof openFile): Store {
  if (hasLostItsHead(path)) throw new Refused("damaged");
  const db = open(path);
  try {
    if (readWithoutLog(db, () => versionOf(db)) > steps.length) {
      db.close();
      return openNewer(path);
    }
    const flushing = chooseJournal(db);
    db.exec("PRAGMA foreign_keys = ON");
    if (existsSync(markerOf(path))) checkThoroughly(db, path);
    upgradeAndProbe(db);
    refuseUnwritable(db);
    return toStore(db, { folder: dirname(path), path, flushing });
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

/** Tables and columns that this version does not know stay unread. */
function openNewer(path: string): Store {
  try {
    return openReadOnly(path, dirname(path), words.newer);
  } catch (error) {
    if (sqliteCode(error) !== 1) throw error;
    throw new Error(words.unreadableNewer, {
      cause: error,
    });
  }
}

/** Never writes. Throws if the database cannot be read. */
export function openReadOnly(location: string | URL, folder: string, refusal: string): Store {
  const db = new DatabaseSync(location, { readOnly: true, timeout: BUSY_MS });
  try {
    for (const sql of reads) db.prepare(sql).get();
    return toStore(db, { folder, refusal });
  } catch (error) {
    db.close();
    throw toRefused(error);
  }
}

/** Gone when it is closed. */
export function openInMemory(folder: string): Store {
  const db = new DatabaseSync(":memory:");
  db.exec("PRAGMA foreign_keys = ON");
  upgradeAndProbe(db);
  return toStore(db, { folder });
}

interface Kept {
  folder: string;
  /** The file that is written. */
  path?: string;
  /** What a write is answered with. */
  refusal?: string;
  /** Of writes that need not survive a loss of power. */
  flushing?: Flushing;
}

function toStore(db: DatabaseSync, { folder, path, refusal, flushing = "NORMAL" }: Kept): Store {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const inWords = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      const refused = toRefused(error);
      if (path !== undefined && refused instanceof Refused && refused.why === "damaged") mark(path);
      throw refused;
    }
  };
  const isInPlace = path === undefined ? () => true : placeOf(path);
  const patiently = patience(db);
  const writing = <Result>(work: () => Result): Result => {
    if (refusal !== undefined) throw new Error(refusal);
    if (db.isTransaction) return inWords(work);
    if (!isInPlace()) throw new Error(words.moved);
    return patiently(() => inWords(work));
  };
  return {
    folder,
    readOnly: refusal !== undefined,
    run: (sql, ...values) => writing(() => ({ changes: Number(prepare(sql).run(...values).changes) })),
    get: (sql, ...values) => inWords(() => prepare(sql).get(...values)),
    all: (sql, ...values) => inWords(() => prepare(sql).all(...values)),
    transaction: (work) => writing(() => transaction(db, work)),
    flushed: (work) => writing(() => flushed(db, work, flushing)),
    close: () => {
      db.close();
    },
  };
}

/** A file that was held for the whole wait is not waited for again, until a write gets through: waiting blocks the host. */
function patience(db: DatabaseSync): <Result>(work: () => Result) => Result {
  let patient = true;
  const be = (next: boolean): void => {
    if (next === patient) return;
    patient = next;
    db.exec(`PRAGMA busy_timeout = ${next ? BUSY_MS : 0}`);
  };
  return (work) => {
    try {
      const result = work();
      be(true);
      return result;
    } catch (error) {
      if (error instanceof Refused && error.why === "busy") be(false);
      throw error;
    }
  };
}

/** Immediate: two windows that write at once wait for each other here and never fail half-way. */
function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** The other writes are flushed by the next one, or by SQLite in its own time. */
function flushed<Result>(db: DatabaseSync, work: () => Result, flushing: Flushing): Result {
  if (db.isTransaction) return work();
  db.exec("PRAGMA synchronous = FULL");
  try {
    return transaction(db, work);
  } finally {
    db.exec(`PRAGMA synchronous = ${flushing}`);
  }
}

/** A schema that is not what its version says is damage: the tables came with the version, in one transaction. */
function upgradeAndProbe(db: DatabaseSync): void {
  try {
    if (versionOf(db) < steps.length) transaction(db, () => takeSteps(db));
    for (const sql of reads) db.prepare(sql).get();
  } catch (error) {
    throw sqliteCode(error) === 1 ? new Refused("damaged", error) : error;
  }
}

/** Ends the trial write. */
const UNDO = new Error("this write was only a trial");

/** SQLite opens a file that it may not write, and refuses only the first write. A file that is only busy is accepted. */
function refuseUnwritable(db: DatabaseSync): void {
  db.exec("PRAGMA busy_timeout = 0");
  try {
    // Only writing a page shows whether the database is writable. The write is rolled back.
    transaction(db, () => {
      db.exec(`PRAGMA user_version = ${versionOf(db)}`);
      throw UNDO;
    });
  } catch (error) {
    if (error === UNDO) return;
    const refused = toRefused(error);
    if (!(refused instanceof Refused) || refused.why !== "busy") throw refused;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}

/** Another window may have taken them since one looked. */
function takeSteps(db: DatabaseSync): void {
  const version = versionOf(db);
  if (version >= steps.length) return;
  for (const step of steps.slice(version)) db.exec(step);
  db.exec(`PRAGMA user_version = ${steps.length}`);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

/** Marks a database in which damage was found: the next process to open it checks all of it. */
function markerOf(path: string): string {
  return `${path}.damaged`;
}

function mark(path: string): void {
  try {
    writeFileSync(markerOf(path), "");
  } catch {
    // The damage will be met again.
  }
}

function checkThoroughly(db: DatabaseSync, path: string): void {
  const found = db.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
  if (found !== "ok") throw new Refused("damaged", new Error(String(found)));
  rmSync(markerOf(path), { force: true });
}

/**
 * SQLite takes an empty file for a new one and throws away the log of a file it does not know,
 * which may still have all the pages: neither is opened.
 */
function hasLostItsHead(path: string): boolean {
  if (sizeOf(path) === 0) return sizeOf(`${path}-wal`) > 0;
  const head = Buffer.alloc(MAGIC.length);
  const file = openSync(path, "r");
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString("latin1") !== MAGIC;
}

/** How every database of SQLite's begins. */
const MAGIC = "SQLite format 3\0";

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether the path still leads to the file that was opened: what is written to another one would not be found again. */
function placeOf(path: string): () => boolean {
  const inode = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;
  const opened = inode();
  return () => inode() === opened;
}

/** Without a timer: nothing else can be done before the conversations are open. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}
