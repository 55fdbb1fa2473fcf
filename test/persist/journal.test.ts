// A database on a disk that refuses the write-ahead log, as network homes do.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import { createConversation, listConversations } from "../../extension/persist/conversations.ts";
import { openSafely } from "../../extension/persist/database/open.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const refusedWith = (errcode: number): Error => Object.assign(new Error("refused"), { errcode });

/** Answers the request for a log as `answer` does; all else is SQLite's. */
function refusingLog(answer: () => "delete"): (path: string) => DatabaseSync {
  return (path) => {
    const db = new DatabaseSync(path, { timeout: 100 });
    const prepare = db.prepare.bind(db);
    db.prepare = (sql) => prepare(/journal_mode = WAL/i.test(sql) ? `SELECT '${answer()}' AS journal_mode` : sql);
    return db;
  };
}

/** As the header of the file says. */
function hasLog(path: string): boolean {
  return readFileSync(path)[18] === 2;
}

/** A disk without shared memory: nothing can be read through a log unless the connection is exclusive. */
function withoutSharedMemory(errcode: number, refusals: string[]): (path: string) => DatabaseSync {
  return (path) => {
    const db = new DatabaseSync(path, { timeout: 100 });
    const prepare = db.prepare.bind(db);
    const ask = (pragma: string): unknown => Object.values(prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
    db.prepare = (sql) => {
      const needsLog = /journal_mode = WAL/i.test(sql) || (/user_version/.test(sql) && hasLog(path));
      if (needsLog && ask("locking_mode") !== "exclusive") {
        refusals.push(sql);
        throw refusedWith(errcode);
      }
      return prepare(sql);
    };
    return db;
  };
}

function pragma(store: Store, name: string): unknown {
  return Object.values(store.get(`PRAGMA ${name}`) as object)[0];
}

function expectRollback(store: Store): void {
  expect([pragma(store, "journal_mode"), pragma(store, "synchronous")]).toEqual(["delete", 2]);
  createConversation(store, { ...newConversation("ses_1", 1), title: "T" });
  store.flushed(() => undefined);
  expect(pragma(store, "synchronous")).toBe(2);
  expect(listConversations(store).map(({ title }) => title)).toContain("T");
}

test.each([
  ["another mode stays", () => "delete" as const],
  ...[10, 4618, 5130, 5386, 15].map((errcode): [string, () => "delete"] => [
    `SQLite fails with ${errcode}`,
    () => {
      throw refusedWith(errcode);
    },
  ]),
])("where the log does not take (%s), a rollback journal does", (_, answer) => {
  expectRollback(openStore(join(temporaryFolder(), "galley.db"), refusingLog(answer)));
});

test("other refusals are not taken for it", () => {
  const full = (): "delete" => {
    throw refusedWith(4874);
  };
  expect(() => openStore(join(temporaryFolder(), "galley.db"), refusingLog(full))).toThrow("the disk is full");
});

test("a database that has a log already, and came to such a disk, is turned", () => {
  const path = join(temporaryFolder(), "galley.db");
  const before = new DatabaseSync(path);
  before.exec("PRAGMA journal_mode = WAL; CREATE TABLE kept (a); INSERT INTO kept VALUES (1)");
  before.close();
  expect(hasLog(path)).toBe(true);
  const refusals: string[] = [];
  const store = openStore(path, withoutSharedMemory(5130, refusals));
  expect(refusals[0]).toContain("user_version");
  expectRollback(store);
  expect(store.get("SELECT a FROM kept")).toEqual({ a: 1 });
  // The first connection does not lock the others out.
  expect(listConversations(openStore(path, withoutSharedMemory(5130, [])))).toHaveLength(1);
});

test("it is said once, for the log; with a write-ahead log nothing is", () => {
  const open = (path: string): Store =>
    openStore(
      path,
      refusingLog(() => "delete"),
    );
  const folder = temporaryFolder();
  const opened = openSafely(join(folder, "galley.db"), 1, open);
  expect(opened.notice).toBeUndefined();
  expect(opened.note).toContain(folder);
  expect(openSafely(join(temporaryFolder(), "galley.db"), 1).note).toBeUndefined();
});
