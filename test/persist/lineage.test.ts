import { describe, expect, it } from "vitest";
import { forkConversation, rewindConversation, undoRewind } from "../../extension/persist/lineage.ts";
import { saveManifest } from "../../extension/persist/manifests.ts";
import { closeInterrupted } from "../../extension/persist/interrupted.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { cancelQueued, readQueue } from "../../extension/persist/queue.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import { claimTurn } from "../../extension/persist/ownership/lease.ts";
import { listConversations } from "../../extension/persist/conversations.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { countingIds, openWith, reply, say } from "../fakes/conversation.ts";
import { manifestOf } from "../fakes/manifest.ts";

const texts = (store: Store, session = "ses_1"): string[] =>
  readMessages(store, session, ALL).map(({ message }) => message.parts.map((p) => ("text" in p ? p.text : "")).join());

const options = { ephemeral: false, now: 100, newId: countingIds() };

/** Two turns: one, two; three, four. */
function twoTurns(): Store {
  const store = openWith();
  say(store, "m1", "one", { at: 1 });
  reply(store, "m2", "two", { at: 2 });
  say(store, "m3", "three", { at: 3 });
  reply(store, "m4", "four", { at: 4 });
  return store;
}

describe("a fork", () => {
  it("has the visible messages up to its point under ids of its own, and knows where it came from", () => {
    const store = twoTurns();
    const fork = forkConversation(store, "ses_1", "m3", options);
    expect(fork).toMatchObject({
      parent_id: "ses_1",
      forked_from: "m3",
      ephemeral: false,
      title: "T",
      created_at: 100,
    });
    expect(texts(store, fork.id)).toEqual(["one", "two", "three"]);
    const ids = readMessages(store, fork.id, ALL).map(({ message }) => message.id);
    expect(ids.filter((id) => ["m1", "m2", "m3", "m4"].includes(id))).toEqual([]);
    expect(texts(store)).toEqual(["one", "two", "three", "four"]);
    expect(listConversations(store).map(({ id }) => id)).toContain(fork.id);
  });

  it("keeps the order of messages of one moment, whatever ids come", () => {
    const store = openWith();
    for (const id of ["a", "b", "c"]) say(store, id, id, { at: 5 });
    let left = 9;
    const fork = forkConversation(store, "ses_1", "c", { ...options, newId: (prefix) => `${prefix}_${left--}` });
    expect(texts(store, fork.id)).toEqual(["a", "b", "c"]);
  });

  it("from a running turn moves back to the last settled message", () => {
    const store = twoTurns();
    say(store, "m5", "five", { at: 5 });
    reply(store, "m6", "si", { at: 6, metadata: { finish: null } });
    const fork = forkConversation(store, "ses_1", "m6", { ...options, ephemeral: true });
    expect(fork).toMatchObject({ forked_from: "m4", ephemeral: true });
    expect(texts(store, fork.id)).toEqual(["one", "two", "three", "four"]);
    expect(forkConversation(store, "ses_1", "m5", options).forked_from).toBe("m4");
    expect(forkConversation(store, "ses_1", "m2", options).forked_from).toBe("m2");
  });

  it("from a turn whose answer has not begun moves back too, but not when nobody runs it", () => {
    const store = twoTurns();
    say(store, "m5", "five", { at: 5 });
    expect(forkConversation(store, "ses_1", "m5", options).forked_from).toBe("m5");
    claimTurn(store, "ses_1", { owner: "me", now: 99, isAlive: () => true });
    expect(forkConversation(store, "ses_1", "m5", options).forked_from).toBe("m4");
  });

  it("from the first turn while it runs is refused with words, and leaves nothing", () => {
    const store = openWith();
    say(store, "m1", "one", { at: 1 });
    reply(store, "m2", "t", { at: 2, metadata: { finish: null } });
    expect(() => forkConversation(store, "ses_1", "m2", options)).toThrow("no messages to branch from");
    expect(() => forkConversation(store, "ses_1", "gone", options)).toThrow(
      "The message is no longer in this conversation.",
    );
    expect(listConversations(store)).toHaveLength(1);
  });

  it("leaves what waits in the queue with its parent, also when it is asked for there", () => {
    const store = twoTurns();
    say(store, "m5", "later", { at: 5, metadata: { queued_at: 5 } });
    const fork = forkConversation(store, "ses_1", "m5", options);
    expect(fork.forked_from).toBe("m4");
    expect(texts(store, fork.id)).not.toContain("later");
  });

  it("leaves what was rewound with its parent", () => {
    const store = twoTurns();
    rewindConversation(store, "ses_1", "m3", 50);
    expect(() => forkConversation(store, "ses_1", "m3", options)).toThrow(
      "The message is no longer in this conversation.",
    );
    expect(texts(store, forkConversation(store, "ses_1", "m2", options).id)).toEqual(["one", "two"]);
  });

  it("takes manifests and compaction marks along, pointing at its own messages", () => {
    const store = openWith();
    say(store, "m1", "one", { at: 1 });
    saveManifest(store, manifestOf("man_1", "ses_1", "m1"));
    reply(store, "m2", "two", { at: 2, metadata: { manifest_id: "man_1" } });
    const mark = { type: "data-compaction", summary: "s", tail_start_id: "m1", auto: true, summary_tokens: 1 } as const;
    reply(store, "m3", [mark], { at: 3 });
    const fork = forkConversation(store, "ses_1", "m3", options);
    const [first, second, third] = readMessages(store, fork.id, ALL).map(({ message }) => message);
    expect(third?.parts).toEqual([{ ...mark, tail_start_id: first?.id }]);
    const rows = store.all("SELECT id, message_id FROM manifests WHERE session_id = ?", fork.id);
    expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
      { id: second?.metadata["manifest_id"], message_id: first?.id },
    ]);
    expect(second?.metadata["manifest_id"]).not.toBe("man_1");
  });

  it("is made from a conversation with damaged rows like from any other", () => {
    const store = twoTurns();
    store.run("UPDATE chat_parts SET data_json = '{\"type\":' WHERE message_id = 'm1'");
    store.run("UPDATE chat_messages SET metadata_json = 'nonsense' WHERE id = 'm3'");
    const fork = forkConversation(store, "ses_1", "m4", options);
    expect(texts(store, fork.id)).toEqual(["", "two", "three", "four"]);
  });

  it("is found by its words", () => {
    const store = twoTurns();
    const fork = forkConversation(store, "ses_1", "m1", options);
    expect(searchConversations(store, "one")).toEqual(new Set(["ses_1", fork.id]));
    expect(searchConversations(store, "four")).toEqual(new Set(["ses_1"]));
  });
});

describe("a rewind", () => {
  it("hides a message and what followed, gives it back, and is undone whole", () => {
    const store = twoTurns();
    expect(rewindConversation(store, "ses_1", "m3", 50).parts).toEqual([{ type: "text", text: "three" }]);
    expect(texts(store)).toEqual(["one", "two"]);
    expect(store.all("SELECT id FROM chat_messages")).toHaveLength(4);
    expect(undoRewind(store, "ses_1")).toBe(true);
    expect(texts(store)).toEqual(["one", "two", "three", "four"]);
    expect(undoRewind(store, "ses_1")).toBe(false);
  });

  it("after which the conversation went on is not undone", () => {
    const store = twoTurns();
    rewindConversation(store, "ses_1", "m3", 50);
    say(store, "m5", "instead", { at: 60 });
    expect(undoRewind(store, "ses_1")).toBe(false);
    expect(texts(store)).toEqual(["one", "two", "instead"]);
  });

  it("is undone step by step, also when all happens in one moment", () => {
    const store = openWith();
    for (const id of ["a", "b", "c"]) say(store, id, id, { at: 5 });
    rewindConversation(store, "ses_1", "c", 5);
    rewindConversation(store, "ses_1", "b", 5);
    expect(undoRewind(store, "ses_1")).toBe(true);
    expect(texts(store)).toEqual(["a", "b"]);
    expect(undoRewind(store, "ses_1")).toBe(true);
    expect(texts(store)).toEqual(["a", "b", "c"]);
  });

  it("that was replaced stays hidden when the rewind after it is undone", () => {
    const store = twoTurns();
    rewindConversation(store, "ses_1", "m3", 50);
    say(store, "m5", "instead", { at: 60 });
    rewindConversation(store, "ses_1", "m5", 70);
    expect([undoRewind(store, "ses_1"), undoRewind(store, "ses_1")]).toEqual([true, false]);
    expect(texts(store)).toEqual(["one", "two", "instead"]);
  });

  it("leaves the queue waiting, and the queue does not stand in the way of undoing it", () => {
    const store = twoTurns();
    say(store, "m5", "later", { at: 5, metadata: { queued_at: 5 } });
    rewindConversation(store, "ses_1", "m3", 50);
    expect(texts(store)).toEqual(["one", "two"]);
    expect(readQueue(store, "ses_1").map(({ id }) => id)).toEqual(["m5"]);
    expect(undoRewind(store, "ses_1")).toBe(true);
    expect(texts(store)).toEqual(["one", "two", "three", "four"]);
    expect(readQueue(store, "ses_1").map(({ id }) => id)).toEqual(["m5"]);
  });

  it.each(["m2", "m5", "gone", "other"])("to %s, which is not a sent message of the user's here, is refused", (id) => {
    const store = twoTurns();
    say(store, "m5", "later", { at: 5, metadata: { queued_at: 5 } });
    const fork = forkConversation(store, "ses_1", "m1", options);
    const target = id === "other" ? (readMessages(store, fork.id, 1)[0]?.message.id ?? "") : id;
    expect(() => rewindConversation(store, "ses_1", target, 50)).toThrow(
      "The message is no longer in this conversation.",
    );
    expect(texts(store)).toHaveLength(4);
  });
});

describe("a queued message", () => {
  it("is cancelled with everything of it and handed out; a sent one is not", () => {
    const store = twoTurns();
    say(store, "m5", "much later", { at: 5, metadata: { queued_at: 5 } });
    expect(cancelQueued(store, "m5")?.parts).toEqual([{ type: "text", text: "much later" }]);
    expect(cancelQueued(store, "m5")).toBeUndefined();
    expect(cancelQueued(store, "m3")).toBeUndefined();
    expect(cancelQueued(store, "m4")).toBeUndefined();
    expect(texts(store)).toEqual(["one", "two", "three", "four"]);
    expect(searchConversations(store, "much later").size).toBe(0);
    expect(store.get("SELECT 1 FROM chat_parts WHERE message_id = 'm5'")).toBeUndefined();
  });
});

describe("an interrupted answer", () => {
  it("is closed beside rows that are not JSON any more, and is found by what had arrived", () => {
    const store = twoTurns();
    reply(store, "m5", "half a thought", { at: 5, metadata: { finish: null } });
    store.run("UPDATE chat_messages SET metadata_json = 'nonsense' WHERE id = 'm2'");
    closeInterrupted(store, "ses_1");
    expect(readMessages(store, "ses_1", 1)[0]?.message.metadata).toMatchObject({ finish: "interrupted" });
    expect(searchConversations(store, "half a thought").size).toBe(1);
  });
});
