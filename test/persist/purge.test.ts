// Conversations deleted long ago leave with what only they refer to; whatever anything else refers to stays.
import { randomBytes } from "node:crypto";
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newConversation } from "../../extension/message/conversation.ts";
import { blobFile, contentId, findBlob, saveContent, storeBytes } from "../../extension/persist/contents/blobs.ts";
import { saveDraft } from "../../extension/persist/drafts.ts";
import { saveEdit } from "../../extension/persist/edited/edits.ts";
import { recordSentPins } from "../../extension/persist/pins.ts";
import { purge } from "../../extension/persist/contents/purge.ts";
import { claimTurn } from "../../extension/persist/ownership/lease.ts";
import { createConversation, deleteConversation, isDeleted } from "../../extension/persist/conversations.ts";
import { openStore, type Store } from "../../extension/persist/database/store.ts";
import { openWith, reply, say } from "../fakes/conversation.ts";

const LONG_AGO = new Date("2020-01-01");
const BEFORE = new Date("2021-01-01").getTime();
const pause = (): Promise<void> => Promise.resolve();
const purging = { before: BEFORE, now: () => BEFORE, pause };

/** `ses_1` was deleted long ago, `ses_2` is in use. */
function twoConversations(): Store {
  const store = openWith();
  createConversation(store, { ...newConversation("ses_2", 2), title: "in use" });
  deleteConversation(store, "ses_1", LONG_AGO.getTime());
  return store;
}

async function oldFile(store: Store): Promise<string> {
  const { content_id } = await storeBytes(store, randomBytes(100), "a/b");
  utimesSync(blobFile(store, content_id), LONG_AGO, LONG_AGO);
  return content_id;
}

const attached = (content_id: string): object => ({
  type: "file-attachment",
  name: "a.bin",
  mime: "a/b",
  size: 100,
  content_id,
});

function snapshotOf(text: string): { metadata: Record<string, unknown>; contents: Map<string, string> } {
  const content_id = contentId(text);
  const snapshot = { state: "text", content_id, language: "plain", unsaved: false, clamped: false };
  return { metadata: { snapshots: { "0": snapshot } }, contents: new Map([[content_id, text]]) };
}

test("what only a deleted conversation refers to goes with it: files and rows", async () => {
  const store = twoConversations();
  const file = await oldFile(store);
  say(store, "msg_1", [attached(file)], snapshotOf("only here"));
  saveDraft(store, "ses_1", { parts: [attached(await oldFile(store))] }, 1);
  expect(await purge(store, purging)).toBe(true);
  expect(isDeleted(store, "ses_1")).toBe(false);
  expect(store.all("SELECT content_id FROM blobs")).toEqual([]);
  expect(existsSync(blobFile(store, file))).toBe(false);
});

const REFERENCES: Record<string, (store: Store, id: string, text: string) => void> = {
  "a message": (store, id) => say(store, "msg_2", [attached(id)], { session: "ses_2" }),
  "a part of a newer version": (store, id) =>
    say(store, "msg_2", [{ type: "hologram", deep: [{ content_id: id }] }], { session: "ses_2" }),
  "a smaller copy": (store, id) =>
    say(
      store,
      "msg_2",
      [{ ...attached("0".repeat(64)), scaled: { content_id: id, mime: "a/b", size: 1, width: 1, height: 1 } }],
      { session: "ses_2" },
    ),
  "a snapshot": (store, id) =>
    say(store, "msg_2", "x", { session: "ses_2", metadata: { snapshots: { "0": { state: "text", content_id: id } } } }),
  "the picture a tool returned": (store, id) =>
    reply(
      store,
      "msg_2",
      [
        {
          type: "tool-result",
          id: "c",
          output: "",
          is_error: false,
          media: { content_id: id, name: "a", mime: "a/b", size: 1 },
        },
      ],
      { session: "ses_2" },
    ),
  "an unsent message": (store, id) => saveDraft(store, "ses_2", { parts: [attached(id)] }, 1),
  "the account of a request": (store, id) =>
    void store.run(
      "INSERT INTO manifests VALUES ('man_1', 'ses_2', 'msg_9', ?)",
      JSON.stringify({ sent_pins: [{ content_id: id }] }),
    ),
  "a composition of a skill": (store, id) =>
    void store.run(
      "INSERT INTO skill_invocations VALUES ('inv_1', 'ses_2', 'msg_9', ?)",
      JSON.stringify({ content_id: id }),
    ),
  "a pin": (store, id) =>
    void store.run("INSERT INTO pins VALUES ('ses_2', 'p', 0, ?)", JSON.stringify({ part: attached(id) })),
  "the record of a sent pin": (store, id) => recordSentPins(store, "ses_2", [{ id: "p", content_id: id }], 5),
  "a change of a file": (store, _, text) => {
    reply(store, "msg_2", "changed", { session: "ses_2" });
    const change = { message_id: "msg_2", path: "a", real: "/a", before: text, after: "other" };
    saveEdit(store, change, () => ({ added: 1, removed: 1 }));
  },
  "a change that is announced": (store, id) => {
    reply(store, "msg_2", "changes", { session: "ses_2" });
    store.run("INSERT INTO pending_edits VALUES ('1', 'msg_2', 'a', '/a', ?, 'other', 0, '1')", id);
  },
  "a conversation that was deleted lately": (store, id) => {
    say(store, "msg_2", [attached(id)], { session: "ses_2" });
    deleteConversation(store, "ses_2", BEFORE + 1);
  },
};

for (const [who, refer] of Object.entries(REFERENCES))
  test(`what ${who} refers to stays`, async () => {
    const store = twoConversations();
    const text = "shared";
    const id = contentId(text);
    say(store, "msg_1", [attached(id)]);
    saveContent(store, id, text);
    refer(store, id, text);
    expect(await purge(store, purging)).toBe(true);
    expect(isDeleted(store, "ses_1")).toBe(false);
    expect(findBlob(store, id)).toBeDefined();
  });

test("a content that was stored again lately stays, though nothing refers to it yet", async () => {
  const store = twoConversations();
  const { content_id } = await storeBytes(store, randomBytes(100), "a/b");
  say(store, "msg_1", [attached(content_id)]);
  await purge(store, purging);
  expect(findBlob(store, content_id)).toBeDefined();
});

test("when another window writes meanwhile nothing goes, and the next try takes it into account", async () => {
  const store = twoConversations();
  const id = await oldFile(store);
  say(store, "msg_1", [attached(id)]);
  const other = openStore(join(store.folder, "galley.db"));
  let pauses = 0;
  const writing = async (): Promise<void> => {
    pauses += 1;
    if (pauses === 8) say(other, "msg_2", [attached(id)], { session: "ses_2" });
    await pause();
  };
  expect(await purge(store, { ...purging, pause: writing })).toBe(false);
  expect(pauses).toBeGreaterThan(8);
  expect(isDeleted(store, "ses_1")).toBe(true);
  other.close();
  expect(await purge(store, purging)).toBe(true);
  expect(findBlob(store, id)).toBeDefined();
});

test("while a turn runs anywhere nothing goes", async () => {
  const store = twoConversations();
  claimTurn(store, "ses_2", { owner: "somebody", now: BEFORE - 1, isAlive: () => true });
  expect(await purge(store, purging)).toBe(false);
  expect(isDeleted(store, "ses_1")).toBe(true);
});
