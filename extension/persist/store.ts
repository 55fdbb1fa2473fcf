// The database: opened with the settings that survive a kill, brought to the current version, closed for newer ones.
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { steps } from "./schema.ts";

export interface Store {
  /** Where the database lies; files of its own lie beside it. */
  readonly folder: string;
  run: (sql: string, ...values: SQLInputValue[]) => { changes: number };
  get: (sql: string, ...values: SQLInputValue[]) => unknown;
  all: (sql: string, ...values: SQLInputValue[]) => unknown[];
  /** All of it is committed when it returns, or none. */
  transaction: <Result>(work: () => Result) => Result;
  close: () => void;
}

/** Throws with words for the user when the file cannot be opened or was written by a newer version. */
export function openStore(path: string): Store {
  const db = new DatabaseSync(path);
  try {
    db.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
    );
    const store = toStore(db, dirname(path));
    upgrade(store, db);
    return store;
  } catch (error) {
    db.close();
    throw error;
  }
}

function toStore(db: DatabaseSync, folder: string): Store {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    folder,
    run: (sql, ...values) => ({ changes: Number(prepare(sql).run(...values).changes) }),
    get: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
    transaction: (work) => transaction(db, work),
    close: () => {
      db.close();
    },
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

function upgrade(store: Store, db: DatabaseSync): void {
  if (versionOf(store) === steps.length) return;
  store.transaction(() => {
    const version = versionOf(store);
    if (version > steps.length) {
      throw new Error("These conversations were written by a newer Galley. Update Galley to open them.");
    }
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${steps.length}`);
  });
}

function versionOf(store: Store): number {
  const row = store.get("PRAGMA user_version");
  return row !== null && typeof row === "object" && "user_version" in row ? Number(row.user_version) : 0;
}
