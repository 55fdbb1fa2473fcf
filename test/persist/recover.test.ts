import { closeSync, copyFileSync, existsSync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { readDraft } from "../../extension/persist/drafts.ts";
import { openSafely } from "../../extension/persist/database/open.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import { listConversations, setTitle } from "../../extension/persist/conversations.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { fillStore, integrityOf, textsIn } from "../fakes/filled-store.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const PAGE = 4096;
const sizes = { sessions: 12, turns: 15 };
const allMessages = sizes.sessions * sizes.turns * 2;

function filled(): string {
  const path = join(temporaryFolder(), "galley.db");
  fillStore(path, sizes);
  return path;
}

function overwrite(path: string, offset: number, bytes: Buffer): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}

/** Pages that belong to a table or an index, by its name. */
function pagesOf(path: string, name: string): number[] {
  const db = new DatabaseSync(path);
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno").all(name);
  db.close();
  return pages.map((row) => Number(row["pageno"]));
}

function destroyPages(path: string, pages: readonly number[]): void {
  for (const page of pages) overwrite(path, (page - 1) * PAGE, Buffer.alloc(PAGE, 0xa5));
}

/** Lets Galley meet the damage, as using it would, and reload the window. */
function meetDamage(path: string): void {
  const store = openStore(path);
  expect(() => textsIn(store)).toThrow(/damaged.*Reload the window to repair it/);
  store.close();
}

function reopen(path: string): ReturnType<typeof openSafely> & { texts: Map<string, string> } {
  const opened = openSafely(path, now);
  return { ...opened, texts: textsIn(opened.store) };
}

function expectVerbatim(texts: Map<string, string>): void {
  for (const [id, text] of texts) expect(text).toContain(`words ${id.slice(4, -2)} lorem`);
}

describe("a damaged database", () => {
  it("is set aside with its log, its path is told, and the user goes on with a new one", () => {
    const path = join(temporaryFolder(), "galley.db");
    writeFileSync(path, "This was never a database. ".repeat(500));
    writeFileSync(`${path}-wal`, "nor this a log");
    const { store, notice } = openSafely(path, now);
    const aside = `${path}.corrupt-2026-01-02T03-04-05`;
    expect(notice).toContain("No conversations could be recovered");
    expect(notice).toContain(aside);
    expect(readFileSync(aside, "utf8")).toContain("never a database");
    expect(readFileSync(`${aside}-wal`, "utf8")).toBe("nor this a log");
    expect(store.readOnly).toBe(false);
    expect(listConversations(store)).toEqual([]);
    store.close();
    expect(readdirSync(dirname(path)).sort()).toEqual([path, aside, `${aside}-wal`].map((file) => basename(file)));
    expect(openSafely(path, now).notice).toBeUndefined();
  });

  it("with a garbage header is recovered whole", () => {
    const path = filled();
    overwrite(path, 0, Buffer.alloc(100, "x"));
    const { store, notice, texts } = reopen(path);
    expect(notice).toContain(`12 conversations and ${allMessages} messages were recovered`);
    expect(texts.size).toBe(allMessages);
    expectVerbatim(texts);
    expect(readDraft(store, "ses_7")).toEqual({ parts: [{ type: "text", text: "draft 7" }] });
    store.close();
    expect(integrityOf(path)).toEqual(["ok"]);
  });

  it("without its first page is recovered whole", () => {
    const path = filled();
    overwrite(path, 0, Buffer.alloc(PAGE));
    const { texts } = reopen(path);
    expect(texts.size).toBe(allMessages);
    expectVerbatim(texts);
  });

  it("is known by the first statement that meets the damage, and repaired at the next start", () => {
    const path = filled();
    destroyPages(path, pagesOf(path, "chat_parts").slice(5, 9));
    meetDamage(path);
    const { store, notice, texts } = reopen(path);
    expect(notice).toMatch(/12 conversations and 360 messages were recovered/);
    expectVerbatim(texts);
    // The words of what is lost there are still in the index of words.
    expect(texts.size).toBe(allMessages);
    store.close();
    expect(integrityOf(path)).toEqual(["ok"]);
    expect(openSafely(path, now).notice).toBeUndefined();
  });

  it("loses what is on the pages that are gone, and nothing else", () => {
    const path = filled();
    const leaves = pagesOf(path, "chat_parts").slice(5, 9);
    destroyPages(path, [...leaves, ...pagesOf(path, "chat_words_content")]);
    const { texts } = reopen(path);
    expectVerbatim(texts);
    // A page holds about a dozen parts.
    expect(texts.size).toBeGreaterThan(allMessages - leaves.length * 20);
    expect(texts.size).toBeLessThan(allMessages);
  });

  it("gives back the words of messages whose own rows are gone", () => {
    const path = filled();
    destroyPages(path, pagesOf(path, "chat_messages").slice(3, 5));
    meetDamage(path);
    const { texts, store } = reopen(path);
    expect(texts.size).toBe(allMessages);
    expectVerbatim(texts);
    const roles = store.all("SELECT role, count(*) AS count FROM chat_messages GROUP BY role ORDER BY role");
    expect(roles.map((row) => ({ ...(row as object) }))).toEqual([
      { role: "assistant", count: allMessages / 2 },
      { role: "user", count: allMessages / 2 },
    ]);
  });

  it("gives back the messages of conversations whose own rows are gone", () => {
    const path = filled();
    destroyPages(path, pagesOf(path, "chat_sessions"));
    const { store, texts, notice } = reopen(path);
    expect(notice).toContain(`12 conversations and ${allMessages} messages`);
    expect(texts.size).toBe(allMessages);
    expect(listConversations(store)[0]?.title).toBe("Recovered conversation");
  });

  it("that lost its tail gives what is before it", () => {
    const path = filled();
    truncateSync(path, Math.floor(statSync(path).size / PAGE / 2) * PAGE + 100);
    const { store, texts } = reopen(path);
    expect(texts.size).toBeGreaterThan(allMessages * 0.3);
    expectVerbatim(texts);
    store.close();
    expect(integrityOf(path)).toEqual(["ok"]);
  });

  it("that lost everything but its log gives what is in the log", () => {
    const path = join(temporaryFolder(), "galley.db");
    fillStore(path, { sessions: 1, turns: 1 });
    const copy = join(temporaryFolder(), "galley.db");
    const store = openStore(path);
    store.run("PRAGMA wal_autocheckpoint = 0");
    setTitle(store, "ses_0", "Only in the log");
    store.run("VACUUM");
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    store.close();
    writeFileSync(copy, "");
    const recovered = reopen(copy);
    expect(listConversations(recovered.store).map(({ title }) => title)).toEqual(["Only in the log"]);
    expect(recovered.texts.size).toBe(2);
  });

  it("can be searched when it is recovered, and what it says of unreadable JSON is kept", () => {
    const path = filled();
    const raw = new DatabaseSync(path);
    raw.exec("UPDATE chat_parts SET data_json = '{\"type\":' WHERE message_id = 'msg_3.3.u'");
    raw.close();
    overwrite(path, 0, Buffer.alloc(100, "x"));
    const { store } = reopen(path);
    expect([...searchConversations(store, "words 5.11 lorem")]).toEqual(["ses_5"]);
    expect(store.get("SELECT data_json FROM chat_parts WHERE message_id = 'msg_3.3.u'")).toMatchObject({
      data_json: '{"type":',
    });
  });

  it("whatever is overwritten, leaves a working store", () => {
    for (let round = 0; round < 12; round++) {
      const path = join(temporaryFolder(), "galley.db");
      fillStore(path, { sessions: 4, turns: 10 });
      const pages = statSync(path).size / PAGE;
      for (let hit = 0; hit <= round % 4; hit++)
        overwrite(
          path,
          Math.floor(((round * 7 + hit * 13) % pages) * PAGE + round * 50),
          Buffer.alloc(900, round * 21),
        );
      writeFileSync(`${path}.damaged`, "");
      const { store } = openSafely(path, now);
      setTitle(store, "ses_0", "still writable");
      store.close();
      expect(integrityOf(path)).toEqual(["ok"]);
    }
  });
});

describe("repairing", () => {
  it("is done once when two windows find the damage", () => {
    const path = filled();
    overwrite(path, 0, Buffer.alloc(100, "x"));
    mkdirSync(`${path}.repairing`);
    const second = openSafely(path, Date.now());
    expect(second.notice).toContain("another window is repairing");
    expect(readdirSync(dirname(path)).filter((name) => name.includes("corrupt"))).toEqual([]);
    utimesSync(`${path}.repairing`, 0, 0);
    expect(reopen(path).texts.size).toBe(allMessages);
    expect(existsSync(`${path}.repairing`)).toBe(false);
  });

  it("that was killed before the new database was in its place is finished at the next start", () => {
    const path = filled();
    const recovered = `${path}.recovered`;
    copyFileSync(path, recovered);
    writeFileSync(`${path}-wal`, "left over");
    copyFileSync(path, `${path}.corrupt-earlier`);
    rmSync(path);
    expect(reopen(path).texts.size).toBe(allMessages);
  });

  it("in another window is told to the one that still has the old file open", () => {
    const path = filled();
    const old = openStore(path);
    writeFileSync(`${path}.damaged`, "");
    destroyPages(path, pagesOf(path, "chat_parts").slice(5, 6));
    openSafely(path, now).store.close();
    expect(() => {
      setTitle(old, "ses_0", "lost");
    }).toThrow(/repaired in another window. Reload/);
    old.close();
  });

  it("is not begun by a marker alone: a database that is whole is left as it is", () => {
    const path = filled();
    writeFileSync(`${path}.damaged`, "");
    expect(openSafely(path, now).notice).toBeUndefined();
    expect(existsSync(`${path}.damaged`)).toBe(false);
  });
});
