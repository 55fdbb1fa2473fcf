// Reads a damaged database table by table and row by row, and skips what cannot be read.
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import * as z from "zod/mini";
import type { Store } from "./store.ts";

const Named = z.object({ name: z.string() });

type Row = Record<string, SQLInputValue>;

/** What the index still holds of a message whose own row may be lost. */
export interface IndexedMessage {
  id: string;
  session_id: string;
  created_at: number;
}

export interface Salvaged {
  rows: number;
  indexed: IndexedMessage[];
}

/** Rowids that are tried one by one where a whole stretch cannot be read; without an end in sight, no more than fit. */
const MOST_PROBES = 200_000;
const ROWS_PER_PAGE = 40;

/** What a column without a value in an older database is given. */
const defaults: Partial<Record<string, Row>> = { blobs: { mime: "text/plain" } };

/** Into a new store whose foreign keys are off. Never throws for what it cannot read. */
export function salvage(path: string, into: Store): Salvaged {
  const db = new DatabaseSync(path, { defensive: false });
  try {
    // Reads on where the schema or the length of the file is wrong.
    db.exec("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON;");
    return into.transaction(() => {
      let rows = 0;
      for (const table of tablesOf(into)) rows += copyTable(db, table, into);
      restoreWords(db, into);
      return { rows, indexed: readIndex(db) };
    });
  } catch (error) {
    if (error instanceof Error && "errcode" in error) return { rows: 0, indexed: [] };
    throw error;
  } finally {
    db.close();
  }
}

/** In the order they were made, which has parents before children; the index of words is built anew. */
function tablesOf(store: Store): string[] {
  const rows = store.all(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'chat_words%'
     ORDER BY rowid`,
  );
  return rows.map((row) => Named.parse(row).name);
}

function copyTable(db: DatabaseSync, table: string, into: Store): number {
  const known = new Set(columnsOf(table, (sql) => into.all(sql)));
  const columns = columnsOf(table, (sql) => readAll(db, sql)).filter((name) => known.has(name));
  if (columns.length === 0) return 0;
  const insert = inserter(table, columns, into);
  let rows = 0;
  const take = (row: Row): void => {
    rows += insert(row);
  };
  if (table === "chat_parts") readParts(db, columns, into, take);
  else readByRowid(db, table, columns, take);
  return rows;
}

function columnsOf(table: string, all: (sql: string) => unknown[]): string[] {
  return all(`PRAGMA table_info(${table})`).map((row) => Named.parse(row).name);
}

/** Returns the number of inserted rows: skips a row that violates the table's constraints. */
function inserter(table: string, columns: string[], into: Store): (row: Row) => number {
  const given = Object.entries(defaults[table] ?? {}).filter(([name]) => !columns.includes(name));
  const names = [...columns, ...given.map(([name]) => name)];
  const sql = `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
  return (row) => {
    try {
      return into.run(sql, ...columns.map((name) => row[name] ?? null), ...given.map(([, value]) => value)).changes;
    } catch (error) {
      if (error instanceof Error && "errcode" in error) return 0;
      throw error;
    }
  };
}

/** Upwards to the damage, downwards to it, and one by one in between. */
function readByRowid(db: DatabaseSync, table: string, columns: string[], take: (row: Row) => void): void {
  const select = `SELECT rowid AS galley_rowid, ${columns.join(", ")} FROM ${table} NOT INDEXED`;
  let low = 0;
  const isWhole = readEach(db, `${select} ORDER BY rowid`, [], (row) => {
    low = Number(row["galley_rowid"]);
    take(row);
  });
  if (isWhole) return;
  let high: number | undefined;
  readEach(db, `${select} WHERE rowid > ? ORDER BY rowid DESC`, [low], (row) => {
    high = Number(row["galley_rowid"]);
    take(row);
  });
  const end = Math.min(high ?? low + pagesOf(db) * ROWS_PER_PAGE, low + MOST_PROBES);
  for (let rowid = low + 1; rowid < end; rowid++) readEach(db, `${select} WHERE rowid = ?`, [rowid], take);
}

function pagesOf(db: DatabaseSync): number {
  return Number(readAll(db, "PRAGMA page_count")[0]?.["page_count"] ?? 0);
}

/** Parts have no rowid: upwards, downwards, and then those of every message that is known. */
function readParts(db: DatabaseSync, columns: string[], into: Store, take: (row: Row) => void): void {
  const select = `SELECT ${columns.join(", ")} FROM chat_parts`;
  if (readEach(db, `${select} ORDER BY message_id, idx`, [], take)) return;
  readEach(db, `${select} ORDER BY message_id DESC, idx DESC`, [], take);
  const ids = new Set(readIndex(db).map(({ id }) => id));
  for (const row of into.all("SELECT id FROM chat_messages")) ids.add(z.object({ id: z.string() }).parse(row).id);
  for (const id of ids) readEach(db, `${select} WHERE message_id = ? ORDER BY idx`, [id], take);
}

/** The index of words has the text of every message once more: for those of which no part can be read. */
function restoreWords(db: DatabaseSync, into: Store): void {
  const hasParts = "SELECT 1 FROM chat_parts WHERE message_id = ?";
  readByRowid(db, "chat_words_content", ["c0", "c2"], ({ c0: text, c2: id }) => {
    if (typeof text !== "string" || typeof id !== "string" || into.get(hasParts, id) !== undefined) return;
    const part = JSON.stringify({ type: "text", text });
    into.run("INSERT INTO chat_parts (message_id, idx, data_json) VALUES (?, 0, ?)", id, part);
  });
}

/** Reads the index from both ends, and ignores malformed entries. */
function readIndex(db: DatabaseSync): IndexedMessage[] {
  const found = new Map<string, IndexedMessage>();
  for (const order of ["ASC", "DESC"]) {
    const sql = `SELECT session_id, created_at, id FROM chat_messages INDEXED BY chat_messages_in_order
      ORDER BY session_id ${order}, created_at ${order}, id ${order}`;
    const isWhole = readEach(db, sql, [], ({ id, session_id, created_at }) => {
      if (typeof id !== "string" || typeof session_id !== "string" || typeof created_at !== "bigint") return;
      found.set(id, { id, session_id, created_at: Number(created_at) });
    });
    if (isWhole) break;
  }
  return [...found.values()];
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function prepare(db: DatabaseSync, sql: string): StatementSync {
  const statements = prepared.get(db) ?? new Map<string, StatementSync>();
  prepared.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql);
  // A damaged number may be larger than JavaScript's.
  statement.setReadBigInts(true);
  statements.set(sql, statement);
  return statement;
}

/** `false` when it did not come to the end. */
function readEach(db: DatabaseSync, sql: string, values: SQLInputValue[], take: (row: Row) => void): boolean {
  try {
    for (const row of prepare(db, sql).iterate(...values)) take(row);
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error) return false;
    throw error;
  }
}

function readAll(db: DatabaseSync, sql: string): Row[] {
  const rows: Row[] = [];
  readEach(db, sql, [], (row) => rows.push(row));
  return rows;
}
