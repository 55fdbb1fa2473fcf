import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { Session } from "../../extension/turn/conversation/session.ts";
import { type FakeRooms, fakeRooms, type RoomsOptions } from "../fakes/rooms.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

interface Stage {
  rooms: FakeRooms;
  session: Session;
  model: ScriptedModel;
  /** The ids of those that wait. */
  ids: string[];
}

/** A turn that runs, and words that wait behind it. */
async function waiting(words: string[], options: RoomsOptions = {}): Promise<Stage> {
  const model = new ScriptedModel();
  const rooms = fakeRooms({ ...options, answer: (signal) => model.answer(signal) });
  const session = new Session(rooms, "ses_1");
  for (const each of ["first", ...words]) expect(await session.submit([text(each)])).toMatchObject({ ok: true });
  await model.called(1);
  return { rooms, session, model, ids: session.snapshot().queue.items.map(({ id }) => id) };
}

const shown = (session: Session): string[] => session.snapshot().queue.items.map(({ words }) => words);
const sent = (session: Session): string[] =>
  session
    .snapshot()
    .messages.flatMap(({ role, parts }) => (role === "user" ? [(parts[0] as { text: string }).text] : []));
const send = (session: Session, words: string) => session.submitDraft({ parts: [text(words)] });
/** What the input was given last. */
const given = ({ events }: FakeRooms) => events.findLast((event) => event.type === "returned");

async function stopAndHold(session: Session): Promise<void> {
  session.stop("hold");
  await session.settled();
}

describe("a queued message that is edited", () => {
  it("goes back to its place, and the draft of before comes back", async () => {
    const { rooms, session, ids } = await waiting(["a", "b", "c"]);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[1] ?? "");
    expect(given(rooms)).toMatchObject({ draft: { parts: [text("b")] }, replaces: true });
    expect(session.snapshot()).toMatchObject({ draft: { parts: [text("b")] }, queue: { editing: "queue" } });
    await session.submit([text("d")]);
    expect(await send(session, "b, changed")).toMatchObject({ ok: true, queued: true });
    expect(shown(session)).toEqual(["a", "b, changed", "c", "d"]);
    expect(session.snapshot().queue.editing).toBeUndefined();
    expect(given(rooms)).toEqual({ type: "returned", session_id: "ses_1", draft: { parts: [text("mine")] } });
    expect(session.draft().parts).toEqual([text("mine")]);
  });

  it("gives the draft of before back in front of what was typed while it was taken in", async () => {
    const { session, ids } = await waiting(["a"]);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const sending = send(session, "a, changed");
    session.saveDraft({ parts: [text("typed since")] });
    await sending;
    expect(session.draft().parts).toEqual([text("mine"), text("\n"), text("typed since")]);
  });

  it("goes back into a queue that is held, also as the only one, and is not sent", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.act("edit", ids[0] ?? "");
    expect(session.snapshot().queue).toMatchObject({ editing: "queue", held: true });
    expect(await send(session, "a, changed")).toMatchObject({ queued: true });
    expect(shown(session)).toEqual(["a, changed", "b"]);
    session.act("cancel", ids[1] ?? "");
    session.act("edit", ids[0] ?? "");
    expect(session.snapshot().queue).toMatchObject({ items: [], editing: "queue" });
    expect(await send(session, "a, again")).toMatchObject({ queued: true });
    expect(session.snapshot().queue).toMatchObject({ items: [{ words: "a, again" }], held: true });
    expect(session.run.state).toBe("idle");
    session.resume();
    await model.called(2);
    expect(sent(session)).toEqual(["first", "a, again"]);
    await model.end();
    await session.settled();
  });

  it("is sent at once when its turn has come meanwhile", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    session.act("edit", ids[0] ?? "");
    await model.end();
    await model.end();
    await session.settled();
    expect(session.snapshot().queue).toMatchObject({ items: [], editing: "send" });
    expect(await send(session, "a, late")).toMatchObject({ queued: false });
    expect(sent(session)).toEqual(["first", "b", "a, late"]);
    await model.end();
    await session.settled();
  });

  it("goes back as it was when that is cancelled, and the draft is what it was", async () => {
    const { rooms, session, ids } = await waiting(["a", "b", "c"]);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[1] ?? "");
    session.saveDraft({ parts: [text("b, half chang")] });
    session.cancelEdit();
    expect(session.snapshot().queue.items.map(({ id }) => id)).toEqual(ids);
    expect(shown(session)).toEqual(["a", "b", "c"]);
    expect(given(rooms)).toMatchObject({ draft: { parts: [text("mine")] }, replaces: true });
    expect(session.draft().parts).toEqual([text("mine")]);
    session.cancelEdit();
    expect(shown(session)).toEqual(["a", "b", "c"]);
  });

  it("goes when it is put back and nothing runs any more", async () => {
    const { session, model, ids } = await waiting(["a"]);
    session.act("edit", ids[0] ?? "");
    await model.end();
    await session.settled();
    session.cancelEdit();
    await model.called(2);
    expect(sent(session)).toEqual(["first", "a"]);
    await model.end();
    await session.settled();
  });

  it("is one at a time", async () => {
    const { session, ids } = await waiting(["a", "b"]);
    session.act("edit", ids[0] ?? "");
    expect(() => {
      session.act("edit", ids[1] ?? "");
    }).toThrow("first");
    expect(shown(session)).toEqual(["b"]);
  });

  it("keeps its place as one that steers, and goes to the front when it is made to steer", async () => {
    const { session } = await waiting(["a"]);
    await session.submit([text("s")], { steers: true });
    const [steering, plain] = session.snapshot().queue.items;
    session.act("edit", steering?.id ?? "");
    await send(session, "s, changed");
    expect(session.snapshot().queue.items[0]).toMatchObject({ words: "s, changed", steers: true });
    session.act("edit", plain?.id ?? "");
    await session.submitDraft({ parts: [text("a, now")] }, true);
    expect(session.snapshot().queue.items).toMatchObject([{ words: "s, changed" }, { words: "a, now", steers: true }]);
  });

  it("is in the draft with what was there before when the process ends, or the queue is cleared", async () => {
    const { rooms, session, ids } = await waiting(["a", "b"]);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    session.saveDraft({ parts: [text("a, changed")] });
    const after = new Session({ ...rooms, owner: "after" }, "ses_1");
    expect(after.draft().parts).toEqual([text("a, changed"), text("\n"), text("mine")]);
    expect(after.snapshot().queue.editing).toBeUndefined();
    session.stop("clear");
    const all = [text("b"), text("\n"), text("a, changed"), text("\n"), text("mine")];
    expect(given(rooms)).toMatchObject({ draft: { parts: all }, replaces: true });
    expect(session.draft().parts).toEqual(all);
    expect(session.snapshot().queue).toMatchObject({ items: [] });
    expect(session.snapshot().queue.editing).toBeUndefined();
    await session.settled();
  });

  it.each(["clear", "edit"])("loses no draft that the disk refused just before: %s", async (what) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { rooms, session, ids } = await waiting(["a"]);
      const { run } = rooms.store;
      rooms.store.run = () => {
        throw new Error("database is locked");
      };
      session.saveDraft({ parts: [text("mine")] });
      rooms.store.run = run;
      if (what === "edit") {
        session.act("edit", ids[0] ?? "");
        session.cancelEdit();
        session.act("cancel", ids[0] ?? "");
      }
      session.stop("clear");
      vi.advanceTimersByTime(3_000);
      const all = what === "edit" ? [text("mine")] : [text("a"), text("\n"), text("mine")];
      expect(session.draft().parts).toEqual(all);
      vi.useRealTimers();
      await session.settled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays in the input, still edited, when an earlier message is tried again", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    session.saveDraft({ parts: [text("a, changed")] });
    await session.submit(session.hide(session.snapshot().messages[0]?.id ?? ""));
    await model.called(2);
    expect(sent(session)).toEqual(["first"]);
    expect(session.snapshot()).toMatchObject({ draft: { parts: [text("a, changed")] }, queue: { editing: "queue" } });
    session.cancelEdit();
    expect(session.draft().parts).toEqual([text("mine")]);
    expect(shown(session)).toEqual(["a", "b"]);
    await stopAndHold(session);
  });

  it("is all in the draft after a rewind, and still is when that is undone", async () => {
    const { session, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const written = [text("a"), text("\n"), text("mine")];
    const drafts = session.rewind(session.snapshot().messages[0]?.id ?? "");
    expect(drafts).toEqual({ before: { parts: written }, after: { parts: [text("first"), ...written] } });
    expect(session.draft()).toEqual(drafts.after);
  });

  it("stays in the input, still edited, when it cannot be stored", async () => {
    const { rooms, session, ids } = await waiting(["a", "b"]);
    session.saveDraft({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const { transaction } = rooms.store;
    rooms.store.transaction = () => {
      throw new Error("database or disk is full");
    };
    expect(await send(session, "a, changed")).toMatchObject({ ok: false });
    rooms.store.transaction = transaction;
    expect(session.draft().parts).toEqual([text("a, changed")]);
    expect(await send(session, "a, changed")).toMatchObject({ ok: true });
    expect(shown(session)).toEqual(["a, changed", "b"]);
    expect(session.draft().parts).toEqual([text("mine")]);
  });
});

describe("a queued message that is carried to another place", () => {
  it("stands before the one it was dropped on, or at the end", async () => {
    const { session, ids } = await waiting(["a", "b", "c"]);
    const [a = "", b = "", c = ""] = ids;
    session.move(c, a);
    expect(shown(session)).toEqual(["c", "a", "b"]);
    session.move(c, null);
    expect(shown(session)).toEqual(["a", "b", "c"]);
    session.move(a, c);
    expect(shown(session)).toEqual(["b", "a", "c"]);
    session.move(a, a);
    expect(shown(session)).toEqual(["b", "a", "c"]);
    session.act("cancel", b);
    session.move(c, b);
    session.move(b, a);
    expect(shown(session)).toEqual(["a", "c"]);
  });

  it("stays where it is, or gone, when another window was faster", async () => {
    const { rooms, session, ids } = await waiting(["a", "b", "c"], { isAlive: () => true });
    const [a = "", b = "", c = ""] = ids;
    const other = new Session(fakeRooms({ path: rooms.path, owner: "other", isAlive: () => true }), "ses_1");
    other.act("cancel", b);
    session.move(b, a);
    session.move(c, b);
    expect(shown(session)).toEqual(["a", "c"]);
    expect(shown(other)).toEqual(["a", "c"]);
  });
});
