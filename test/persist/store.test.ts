import { newConversation } from "../../extension/message/conversation.ts";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { UserMessage } from "../../extension/message/message.ts";
import { loadContent } from "../../extension/persist/contents/blobs.ts";
import { closeInterrupted } from "../../extension/persist/interrupted.ts";
import { readMessages, saveUserMessage, startAnswer } from "../../extension/persist/messages.ts";
import { createConversation, listConversations } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { temporaryFolder } from "../fakes/folder.ts";

const session = { ...newConversation("ses_1", 1), title: "T" };

function open(path = join(temporaryFolder(), "galley.db")): Store & { path: string } {
  const store = openStore(path);
  createConversation(store, session);
  return { ...store, path };
}

function save(store: Store, id: string, parts: unknown[], at = 1): void {
  const message = { id, role: "user", parts, metadata: { schema_version: 1 } } as UserMessage;
  saveUserMessage(store, { session_id: "ses_1", at, message, contents: new Map([["id", "text"]]), ends_draft: true });
}

describe("the store", () => {
  it("survives a kill and lets several windows in: WAL, NORMAL, a busy timeout, foreign keys", () => {
    const store = open();
    const pragma = (name: string): unknown => Object.values(store.get(`PRAGMA ${name}`) as object)[0];
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("busy_timeout"), pragma("foreign_keys")]).toEqual([
      "wal",
      1,
      5000,
      1,
    ]);
  });

  it("keeps parts verbatim and reads what it does not know as unknown", () => {
    const store = open();
    const future = { type: "hologram", text: "boo", z: [1] };
    save(store, "m", [
      { type: "text", text: "a" },
      { type: "unknown", original: future },
    ]);
    const rows = store.all("SELECT data_json FROM chat_parts ORDER BY idx");
    expect(rows.map((row) => (row as { data_json: string }).data_json)).toEqual([
      '{"type":"text","text":"a"}',
      JSON.stringify(future),
    ]);
    expect(readMessages(store, "ses_1", 10)[0]?.message.parts[1]).toEqual({ type: "unknown", original: future });
  });

  it("reads a damaged row as unsupported instead of failing", () => {
    const store = open();
    save(store, "m", [{ type: "text", text: "a" }]);
    store.run("UPDATE chat_parts SET data_json = '{\"type\":'");
    store.run("UPDATE chat_messages SET metadata_json = 'nonsense'");
    expect(readMessages(store, "ses_1", 10)[0]?.message).toMatchObject({ id: "m", parts: [{ type: "unknown" }] });
  });

  it("takes a message with everything that belongs to it, or nothing", () => {
    const store = open();
    save(store, "m", [{ type: "text", text: "a" }]);
    expect(() => {
      save(store, "m", [{ type: "text", text: "b" }]);
    }).toThrow();
    save(store, "n", [{ type: "text", text: "c" }]);
    expect(readMessages(store, "ses_1", 10).map((row) => row.message.id)).toEqual(["m", "n"]);
    expect(loadContent(store, "id")).toBe("text");
  });

  it("gives pages from the end, in order of time and id", () => {
    const store = open();
    for (const id of ["b", "a", "c", "d"]) save(store, id, [{ type: "text", text: id }], id === "d" ? 0 : 5);
    const ids = (before?: string): string[] => readMessages(store, "ses_1", 2, before).map((row) => row.message.id);
    expect(ids()).toEqual(["b", "c"]);
    expect(ids("b")).toEqual(["d", "a"]);
    expect(ids("d")).toEqual([]);
  });

  it("closes only answers that never ended", () => {
    const store = open();
    const answer = (id: string, finish: "end" | null): void => {
      startAnswer(
        store,
        "ses_1",
        { id, role: "assistant", parts: [], metadata: { schema_version: 1, model: "m", finish } },
        1,
      );
    };
    answer("a", "end");
    answer("b", null);
    closeInterrupted(store, "ses_1");
    const finishes = readMessages(store, "ses_1", 9).map(({ message }) => message.metadata["finish"]);
    expect(finishes).toEqual(["end", "interrupted"]);
  });

  it("two at once both see everything", () => {
    const one = open();
    const two = openStore(one.path);
    save(one, "m1", [{ type: "text", text: "a" }], 1);
    save(two, "m2", [{ type: "text", text: "b" }], 2);
    expect(readMessages(one, "ses_1", 9)).toEqual(readMessages(two, "ses_1", 9));
    expect(listConversations(two)).toHaveLength(1);
  });
});
