import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import { readDraft, saveDraft } from "../../extension/persist/drafts.ts";
import { type Opened, openSafely } from "../../extension/persist/database/open.ts";
import { createConversation, listConversations, setTitle } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fillStore, integrityOf, textsIn } from "../fakes/filled-store.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { smallDisk } from "../fakes/mount.ts";
import { fakePorts } from "../fakes/ports.ts";
import { noModes, noShell } from "../fakes/systems.ts";

const now = 1;
const sizes = { sessions: 2, turns: 3 };

function filled(folder = temporaryFolder()): string {
  const path = join(folder, "galley.db");
  fillStore(path, sizes);
  return path;
}

function raw(path: string, sql: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(sql);
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

function expectReadable({ store }: Opened): void {
  expect(textsIn(store).size).toBe(12);
  expect(readDraft(store, "ses_1")).toEqual({ parts: [{ type: "text", text: "draft 1" }] });
  expect(new Conversation(fakePorts({ store }), "ses_1").snapshot().messages).toHaveLength(6);
}

const rename = (store: Store) => () => {
  setTitle(store, "ses_0", "renamed");
};

describe("a database of a newer Galley", () => {
  it("can be read; every write is refused with one sentence; nothing in it changes", async () => {
    const path = filled();
    raw(
      path,
      "PRAGMA user_version = 99; ALTER TABLE chat_sessions ADD COLUMN mood TEXT; PRAGMA wal_checkpoint",
    ).close();
    const before = readFileSync(path);
    const opened = openSafely(path, now);
    const sentence =
      "These conversations were saved by a newer version of Galley and are read-only here. Update Galley to continue them.";
    expect(opened.notice).toBe(sentence);
    expect(opened.store.readOnly).toBe(true);
    expectReadable(opened);
    expect(rename(opened.store)).toThrow(sentence);
    expect(() => {
      opened.store.transaction(() => undefined);
    }).toThrow(sentence);
    const submitted = await new Conversation(fakePorts({ store: opened.store }), "ses_1").runner.submit([
      { type: "text", text: "hi" },
    ]);
    expect(submitted).toMatchObject({ ok: false, failure: { message: expect.stringContaining(sentence) as string } });
    opened.store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("that keeps conversations in another form leaves the panel working, and is not touched", () => {
    const path = filled();
    raw(path, "PRAGMA user_version = 99; ALTER TABLE chat_parts RENAME COLUMN data_json TO data").close();
    const { store, notice } = openSafely(path, now);
    expect(notice).toMatch(/newer version of Galley that this version cannot read.*will not be saved/);
    createConversation(store, newConversation("ses_new", 1));
    expect(listConversations(store)).toHaveLength(1);
    expect(readdirSync(join(path, "..")).filter((name) => name.includes("corrupt"))).toEqual([]);
  });
});

describe("a folder that cannot be written", () => {
  /** A file where the folder should be stops root as well. */
  it("and has nothing in it gives a store in memory, and says why it is not kept", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const { store, notice } = openSafely(join(file, "galley.db"), now);
    expect(notice).toMatch(/could not open its conversations at .*Messages in this window will not be saved/);
    expect(store.readOnly).toBe(false);
    createConversation(store, newConversation("ses_1", 1));
    expect(listConversations(store)).toHaveLength(1);
  });

  it.skipIf(noModes)(
    "still shows its conversations, with what was only in the log, and refuses writes in words",
    () => {
      const source = filled();
      raw(source, "PRAGMA wal_autocheckpoint = 0; UPDATE chat_sessions SET title = 'In the log'");
      const disk = smallDisk(20_000);
      const path = join(disk?.folder ?? temporaryFolder(), "galley.db");
      for (const suffix of ["", "-wal"]) copyFileSync(source + suffix, path + suffix);
      if (disk === undefined) refuseWrites(dirname(path));
      else disk.makeReadOnly();
      const opened = openSafely(path, now);
      expect(opened.notice).toMatch(/read-only\), so conversations are read-only/);
      expect(opened.store.readOnly).toBe(true);
      expectReadable(opened);
      expect(listConversations(opened.store)[0]?.title).toBe("In the log");
      expect(rename(opened.store)).toThrow(opened.notice);
      opened.store.close();
    },
  );
});

/** Without a mount: permission bits, and for root, whom they do not stop, the rights of nobody. */
function refuseWrites(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65534);
  onTestFinished(() => {
    if (root) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  });
}

describe("a file locked by another program", () => {
  it("is read as it is; the panel works on, and nothing waits longer than the busy timeout", () => {
    const path = filled();
    raw(path, "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    const opened = openSafely(path, now);
    expect(opened.notice).toMatch(/the conversation database is in use by another program/);
    expectReadable(opened);
    expect(rename(opened.store)).toThrow(/in use by another program/);
  });

  it("only while it is written is waited for once, refused in words, and not waited for again until it is free", () => {
    const path = filled();
    const store = openStore(path);
    const other = raw(path, "BEGIN IMMEDIATE");
    store.get("PRAGMA busy_timeout = 50");
    expect(rename(store)).toThrow("the conversation database is in use by another program");
    const waits = (): unknown => store.get("PRAGMA busy_timeout");
    expect(waits()).toEqual({ timeout: 0 });
    other.exec("ROLLBACK");
    rename(store)();
    expect(waits()).toEqual({ timeout: 5_000 });
    expect(listConversations(store).map(({ title }) => title)).toContain("renamed");
  });
});

describe("a full disk", () => {
  it("refuses a write in words, keeps what is stored, and takes writes again when there is room", () => {
    const disk = smallDisk(2_000);
    const path = filled(disk?.folder);
    const store = openStore(path);
    const ballast = join(path, "..", "ballast");
    if (disk === undefined) store.get("PRAGMA max_page_count = 1");
    else fillUp(ballast);
    const big = { parts: [{ type: "text", text: "x".repeat(500_000) }] };
    expect(() => {
      saveDraft(store, "ses_1", big, 2);
    }).toThrow("the disk is full");
    expectReadable({ store });
    if (disk === undefined) store.get("PRAGMA max_page_count = 1000000");
    else writeFileSync(ballast, "");
    saveDraft(store, "ses_1", big, 3);
    expect(readDraft(store, "ses_1")).toEqual(big);
    store.close();
    expect(integrityOf(path)).toEqual(["ok"]);
  });

  it.skipIf(noShell)("at the start shows the conversations, or works without keeping any", () => {
    const disk = smallDisk(2_000);
    if (disk === undefined) {
      // The same error at the lowest level there is without a mount: the device that is always full.
      expect(openSafely("/dev/full/galley.db", now).notice).toMatch(/will not be saved/);
      return;
    }
    const path = filled(disk.folder);
    fillUp(join(disk.folder, "ballast"));
    const opened = openSafely(path, now);
    expect(opened.notice).toMatch(/the disk is full/);
    expectReadable(opened);
    const fresh = openSafely(join(disk.folder, "other", "galley.db"), now);
    expect(fresh.notice).toMatch(/the disk is full.*will not be saved/);
    createConversation(fresh.store, newConversation("ses_1", 1));
  });
});

/** To the last byte, except for what SQLite already has. */
function fillUp(file: string): void {
  for (let size = 1 << 20; size >= 1; size = size >> 1) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      expect(String(error)).toContain("ENOSPC");
    }
  }
  expect(existsSync(file)).toBe(true);
}

describe("two windows", () => {
  it("that write thousands of times at once, from the making of the database on, never refuse each other", async () => {
    const path = join(temporaryFolder(), "galley.db");
    const writer = fileURLToPath(new URL("../fakes/writer.ts", import.meta.url));
    const count = 3_000;
    const names = ["one", "two"];
    const run = promisify(execFile);
    const ended = await Promise.all(names.map((name) => run(process.execPath, [writer, path, name, String(count)])));
    expect(ended.map(({ stdout }) => stdout.trim())).toEqual(["done", "done"]);
    const store = openStore(path);
    for (const name of names) expect(readDraft(store, name)).toEqual({ parts: [{ type: "text", text: `${count}` }] });
    store.close();
    expect(integrityOf(path)).toEqual(["ok"]);
  });
});
