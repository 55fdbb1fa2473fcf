import { describe, expect, it } from "vitest";
import { countMessages, readMessages } from "../../extension/persist/messages.ts";
import {
  cancelQueued,
  claimBeside,
  endTurn,
  enqueue,
  fire,
  holdQueue,
  moveQueued,
  readHold,
  readQueue,
  releaseHold,
  requeue,
  conversationsWithQueue,
  takeBack,
} from "../../extension/persist/queue.ts";
import { readDraft, saveDraft } from "../../extension/persist/drafts.ts";
import { claimTurn, holdsTurn, takeTurn } from "../../extension/persist/ownership/lease.ts";
import { searchConversations } from "../../extension/persist/search.ts";
import type { Store } from "../../extension/persist/database/store.ts";
import { openWith, reply, say } from "../fakes/conversation.ts";

const me = { owner: "me", now: 100, isAlive: (owner: string) => owner === "me" || owner === "other" };
const waiting = (store: Store): string[] => readQueue(store, "ses_1").map(({ id }) => id);
const visible = (store: Store): string[] => readMessages(store, "ses_1", -1).map(({ message }) => message.id);

/** An answered question, and messages that wait since these times. */
function withQueue(...times: number[]): Store {
  const store = openWith();
  say(store, "m1", "one", { at: 50 });
  reply(store, "m2", "two", { at: 51 });
  for (const [index, time] of times.entries())
    say(store, `q${index + 1}`, `queued ${index + 1}`, { at: 10, metadata: { queued_at: time } });
  return store;
}

function row(store: Store, id: string, at: number): Parameters<typeof fire>[1] {
  const message = readQueue(store, "ses_1").find((candidate) => candidate.id === id);
  if (message === undefined) throw new Error(`${id} does not wait`);
  return { session_id: "ses_1", at, message, contents: new Map(), ends_draft: false };
}

describe("what waits", () => {
  it("stands in the order of (queued_at, id), and is no part of the conversation", () => {
    const store = withQueue(7, 5, 5);
    expect(waiting(store)).toEqual(["q2", "q3", "q1"]);
    expect(visible(store)).toEqual(["m1", "m2"]);
    expect(countMessages(store, "ses_1")).toBe(2);
    expect(countMessages(store, "ses_1", "m2")).toBe(1);
  });

  it("is last when it comes last, even if the clock went back", () => {
    const store = withQueue(500);
    const message = { id: "a1", role: "user" as const, parts: [], metadata: { schema_version: 1 } };
    enqueue(store, { session_id: "ses_1", at: 20, message, contents: new Map(), ends_draft: false });
    expect(waiting(store)).toEqual(["q1", "a1"]);
  });

  it("comes behind those that steer when it steers, and before all others", () => {
    const store = withQueue(5, 6);
    for (const id of ["s1", "s2"]) {
      const message = { id, role: "user" as const, parts: [], metadata: { schema_version: 1, steers: true } };
      enqueue(store, { session_id: "ses_1", at: 20, message, contents: new Map(), ends_draft: false });
    }
    expect(waiting(store)).toEqual(["s1", "s2", "q1", "q2"]);
  });

  it("is found by index, however long the conversation is", () => {
    const plan = withQueue(1).all(
      `EXPLAIN QUERY PLAN SELECT 1 FROM chat_messages WHERE session_id = 'ses_1' AND hidden_at IS NULL AND role = 'user' AND iif(json_valid(metadata_json), json_type(metadata_json, '$.queued_at') IS 'integer', FALSE)`,
    );
    expect(JSON.stringify(plan)).toContain("chat_messages_queued");
  });

  it("is not what a row says that is not JSON any more", () => {
    const store = withQueue(1);
    store.run("UPDATE chat_messages SET metadata_json = 'nonsense' WHERE id = 'q1'");
    expect(waiting(store)).toEqual([]);
    expect(visible(store)).toContain("q1");
  });

  it("moves, also among equals, and the ends stay where they are", () => {
    const store = withQueue(5, 5, 5);
    expect(moveQueued(store, "ses_1", "q3", "up")).toBe(true);
    expect(waiting(store)).toEqual(["q1", "q3", "q2"]);
    expect(moveQueued(store, "ses_1", "q1", "down")).toBe(true);
    expect(waiting(store)).toEqual(["q3", "q1", "q2"]);
    expect(moveQueued(store, "ses_1", "q2", "first")).toBe(true);
    expect(waiting(store)).toEqual(["q2", "q3", "q1"]);
    expect([moveQueued(store, "ses_1", "q2", "up"), moveQueued(store, "ses_1", "q1", "down")]).toEqual([false, false]);
    expect(moveQueued(store, "ses_1", "m1", "up")).toBe(false);
  });

  it("moves before another or to the end, and stays where it is when that one is gone", () => {
    const store = withQueue(5, 6, 7);
    expect(moveQueued(store, "ses_1", "q3", { before: "q2" })).toBe(true);
    expect(waiting(store)).toEqual(["q1", "q3", "q2"]);
    expect(moveQueued(store, "ses_1", "q1", { before: null })).toBe(true);
    expect(waiting(store)).toEqual(["q3", "q2", "q1"]);
    expect(moveQueued(store, "ses_1", "q1", { before: "gone" })).toBe(false);
    expect(waiting(store)).toEqual(["q3", "q2", "q1"]);
  });

  it("is found by no search once it was cancelled, and ends the hold if it was the last", () => {
    const store = withQueue(5);
    holdQueue(store, "ses_1", "hold");
    expect([...searchConversations(store, "queued")]).toEqual(["ses_1"]);
    expect(cancelQueued(store, "q1")?.id).toBe("q1");
    expect([...searchConversations(store, "queued")]).toEqual([]);
    expect(readHold(store, "ses_1")).toBeNull();
    expect(cancelQueued(store, "m1")).toBeUndefined();
  });

  it("leaves the draft alone when nothing of it comes back", () => {
    const store = withQueue();
    saveDraft(store, "ses_1", { parts: ["mine"] }, 1);
    expect(takeBack(store, "ses_1", ["gone"], 1, () => "changed")).toEqual([]);
    expect(readDraft(store, "ses_1")).toEqual({ parts: ["mine"] });
  });

  it("is stored in the draft when it is taken back, or stays", () => {
    const store = withQueue(5, 6);
    saveDraft(store, "ses_1", { parts: ["mine"] }, 1);
    const refuse = () =>
      takeBack(store, "ses_1", ["q1"], 1, () => {
        throw new Error("no");
      });
    expect(refuse).toThrow("no");
    expect(waiting(store)).toEqual(["q1", "q2"]);
    const taken = takeBack(store, "ses_1", ["q1", "gone", "m1"], 1, (stored, messages) => [stored, messages.length]);
    expect(taken.map(({ id }) => id)).toEqual(["q1"]);
    expect(readDraft(store, "ses_1")).toEqual([{ parts: ["mine"] }, 1]);
  });
});

describe("a message that fires", () => {
  it("is the last of the conversation, and fires once", () => {
    const store = withQueue(5);
    const first = row(store, "q1", 20);
    expect(fire(store, first)).toBe(52);
    expect(visible(store)).toEqual(["m1", "m2", "q1"]);
    expect(readMessages(store, "ses_1", 1)[0]?.message.metadata).toEqual({ schema_version: 1 });
    expect(waiting(store)).toEqual([]);
    expect(fire(store, first)).toBeUndefined();
  });

  it("makes its conversation the latest", () => {
    const store = withQueue(5);
    fire(store, row(store, "q1", 99));
    expect(store.get("SELECT updated_at FROM chat_sessions WHERE id = 'ses_1'")).toEqual({ updated_at: 99 });
  });

  it("stays where it is while the queue is held, unless it is sent by hand", () => {
    const store = withQueue(5);
    holdQueue(store, "ses_1", "failed");
    expect(fire(store, row(store, "q1", 99), true)).toBeUndefined();
    expect(waiting(store)).toEqual(["q1"]);
    expect(fire(store, row(store, "q1", 99))).toBe(99);
  });
});

describe("a hold", () => {
  it("ends with the last message that waits, and there is none of an empty queue", () => {
    const store = withQueue(5);
    holdQueue(store, "ses_1", "hold");
    expect(conversationsWithQueue(store)).toEqual([]);
    fire(store, row(store, "q1", 99));
    expect(readHold(store, "ses_1")).toBeNull();
    holdQueue(store, "ses_1", "hold");
    expect(readHold(store, "ses_1")).toBeNull();
  });

  it("comes back with the message that was taken out under it", () => {
    const store = withQueue(5);
    const out = row(store, "q1", 99);
    cancelQueued(store, "q1");
    requeue(store, out, "failed");
    expect([waiting(store), readHold(store, "ses_1")]).toEqual([["q1"], "failed"]);
    cancelQueued(store, "q1");
    requeue(store, out);
    expect(readHold(store, "ses_1")).toBeNull();
  });

  it("of the user takes the place of a failure's", () => {
    const store = withQueue(5);
    holdQueue(store, "ses_1", "failed");
    holdQueue(store, "ses_1", "hold");
    expect(readHold(store, "ses_1")).toBe("hold");
  });

  it("of the user is not taken over by a failure, nor let go with it", () => {
    const store = withQueue(5);
    holdQueue(store, "ses_1", "hold");
    holdQueue(store, "ses_1", "failed");
    releaseHold(store, "ses_1", "failed");
    expect(readHold(store, "ses_1")).toBe("hold");
    releaseHold(store, "ses_1");
    expect(conversationsWithQueue(store)).toEqual(["ses_1"]);
  });

  it("falls on what a dead process left behind when something else is sent, not on what fires itself", () => {
    const store = withQueue(5);
    expect(claimTurn(store, "ses_1", me)).toBeDefined();
    expect(readHold(store, "ses_1")).toBeNull();
    expect(claimBeside(store, "ses_1", me)).toBeDefined();
    expect(readHold(store, "ses_1")).toBe("hold");
  });
});

describe("a turn that ends", () => {
  it("is kept for the next that waits, so that no other window comes between", () => {
    const store = withQueue(5);
    const claim = claimTurn(store, "ses_1", me) ?? expect.fail("the turn is free");
    expect(endTurn(store, "ses_1", claim, me.now)).toBe("kept");
    expect(claimBeside(store, "ses_1", { ...me, owner: "other" })).toBeUndefined();
    holdQueue(store, "ses_1", "hold");
    expect(endTurn(store, "ses_1", claim, me.now)).toBe("released");
    expect(claimBeside(store, "ses_1", { ...me, owner: "other" })).toBeDefined();
  });

  it("is held from then on for the next, and a stop that was asked for is over", () => {
    const store = withQueue(5);
    const claim = claimTurn(store, "ses_1", me) ?? expect.fail("the turn is free");
    store.run("UPDATE chat_sessions SET stop_requested_at = 1");
    const later = me.now + 60_000;
    expect(endTurn(store, "ses_1", claim, later)).toBe("kept");
    expect(store.get("SELECT turn_at, stop_requested_at FROM chat_sessions")).toEqual({
      turn_at: later,
      stop_requested_at: null,
    });
  });

  it("is neither kept nor given back by one that lost it", () => {
    const store = withQueue(5);
    const claim = claimTurn(store, "ses_1", me) ?? expect.fail("the turn is free");
    const taken = takeTurn(store, "ses_1", { ...me, owner: "other" });
    expect(endTurn(store, "ses_1", claim, me.now)).toBe("lost");
    expect(holdsTurn(store, "ses_1", taken)).toBe(true);
  });
});
