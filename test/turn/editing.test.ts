import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

interface Stage {
  ports: FakePorts;
  session: Conversation;
  model: ScriptedModel;
  /** The ids of those that wait. */
  ids: string[];
}

/** A turn that runs, and words that wait behind it. */
async function waiting(words: string[], options: PortsOptions = {}): Promise<Stage> {
  const model = new ScriptedModel();
  const ports = fakePorts({ ...options, answer: (signal) => model.answer(signal) });
  const session = new Conversation(ports, "ses_1");
  for (const each of ["first", ...words]) expect(await session.runner.submit([text(each)])).toMatchObject({ ok: true });
  await model.called(1);
  return { ports, session, model, ids: session.snapshot().queue.items.map(({ id }) => id) };
}

const shown = (session: Conversation): string[] => session.snapshot().queue.items.map(({ words }) => words);
const sent = (session: Conversation): string[] =>
  session
    .snapshot()
    .messages.flatMap(({ role, parts }) => (role === "user" ? [(parts[0] as { text: string }).text] : []));
const send = (session: Conversation, words: string) => session.input.submit({ parts: [text(words)] });
/** What the input was given last. */
const given = ({ events }: FakePorts) => events.findLast((event) => event.type === "returned");

async function stopAndHold(session: Conversation): Promise<void> {
  session.stop("hold");
  await session.runner.settled();
}

describe("a queued message that is edited", () => {
  it("goes back to its place, and the draft of before comes back", async () => {
    const { ports, session, ids } = await waiting(["a", "b", "c"]);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[1] ?? "");
    expect(given(ports)).toMatchObject({ draft: { parts: [text("b")] }, replaces: true });
    expect(session.snapshot()).toMatchObject({ draft: { parts: [text("b")] }, queue: { editing: "queue" } });
    await session.runner.submit([text("d")]);
    expect(await send(session, "b, changed")).toMatchObject({ ok: true, value: { queued: true } });
    expect(shown(session)).toEqual(["a", "b, changed", "c", "d"]);
    expect(session.snapshot().queue.editing).toBeUndefined();
    expect(given(ports)).toEqual({ type: "returned", session_id: "ses_1", draft: { parts: [text("mine")] } });
    expect(session.input.draft.parts).toEqual([text("mine")]);
  });

  it("gives the draft of before back in front of what was typed while it was taken in", async () => {
    const { session, ids } = await waiting(["a"]);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const sending = send(session, "a, changed");
    session.input.save({ parts: [text("typed since")] });
    await sending;
    expect(session.input.draft.parts).toEqual([text("mine"), text("\n"), text("typed since")]);
  });

  it("goes back into a queue that is held, also as the only one, and is not sent", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.act("edit", ids[0] ?? "");
    expect(session.snapshot().queue).toMatchObject({ editing: "queue", held: true });
    expect(await send(session, "a, changed")).toMatchObject({ value: { queued: true } });
    expect(shown(session)).toEqual(["a, changed", "b"]);
    session.act("cancel", ids[1] ?? "");
    session.act("edit", ids[0] ?? "");
    expect(session.snapshot().queue).toMatchObject({ items: [], editing: "queue" });
    expect(await send(session, "a, again")).toMatchObject({ value: { queued: true } });
    expect(session.snapshot().queue).toMatchObject({ items: [{ words: "a, again" }], held: true });
    expect(session.runner.run.state).toBe("idle");
    session.resume();
    await model.called(2);
    expect(sent(session)).toEqual(["first", "a, again"]);
    await model.end();
    await session.runner.settled();
  });

  it("is sent at once when its turn has come meanwhile", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    session.act("edit", ids[0] ?? "");
    await model.end();
    await model.end();
    await session.runner.settled();
    expect(session.snapshot().queue).toMatchObject({ items: [], editing: "send" });
    expect(await send(session, "a, late")).toMatchObject({ value: { queued: false } });
    expect(sent(session)).toEqual(["first", "b", "a, late"]);
    await model.end();
    await session.runner.settled();
  });

  it("goes back as it was when that is cancelled, and the draft is what it was", async () => {
    const { ports, session, ids } = await waiting(["a", "b", "c"]);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[1] ?? "");
    session.input.save({ parts: [text("b, half chang")] });
    session.input.cancelEdit();
    expect(session.snapshot().queue.items.map(({ id }) => id)).toEqual(ids);
    expect(shown(session)).toEqual(["a", "b", "c"]);
    expect(given(ports)).toMatchObject({ draft: { parts: [text("mine")] }, replaces: true });
    expect(session.input.draft.parts).toEqual([text("mine")]);
    session.input.cancelEdit();
    expect(shown(session)).toEqual(["a", "b", "c"]);
  });

  it("goes when it is put back and nothing runs any more", async () => {
    const { session, model, ids } = await waiting(["a"]);
    session.act("edit", ids[0] ?? "");
    await model.end();
    await session.runner.settled();
    session.input.cancelEdit();
    await model.called(2);
    expect(sent(session)).toEqual(["first", "a"]);
    await model.end();
    await session.runner.settled();
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
    await session.runner.submit([text("s")], { steers: true });
    const [steering, plain] = session.snapshot().queue.items;
    session.act("edit", steering?.id ?? "");
    await send(session, "s, changed");
    expect(session.snapshot().queue.items[0]).toMatchObject({ words: "s, changed", steers: true });
    session.act("edit", plain?.id ?? "");
    await session.input.submit({ parts: [text("a, now")] }, true);
    expect(session.snapshot().queue.items).toMatchObject([{ words: "s, changed" }, { words: "a, now", steers: true }]);
  });

  it("is in the draft with what was there before when the process ends, or the queue is cleared", async () => {
    const { ports, session, ids } = await waiting(["a", "b"]);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    session.input.save({ parts: [text("a, changed")] });
    const after = new Conversation({ ...ports, owner: "after" }, "ses_1");
    expect(after.input.draft.parts).toEqual([text("a, changed"), text("\n"), text("mine")]);
    expect(after.snapshot().queue.editing).toBeUndefined();
    session.stop("clear");
    const all = [text("b"), text("\n"), text("a, changed"), text("\n"), text("mine")];
    expect(given(ports)).toMatchObject({ draft: { parts: all }, replaces: true });
    expect(session.input.draft.parts).toEqual(all);
    expect(session.snapshot().queue).toMatchObject({ items: [] });
    expect(session.snapshot().queue.editing).toBeUndefined();
    await session.runner.settled();
  });

  it.each(["clear", "edit"])("loses no draft that the disk refused just before: %s", async (what) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { ports, session, ids } = await waiting(["a"]);
      const { run } = ports.store;
      ports.store.run = () => {
        throw new Error("database is locked");
      };
      session.input.save({ parts: [text("mine")] });
      ports.store.run = run;
      if (what === "edit") {
        session.act("edit", ids[0] ?? "");
        session.input.cancelEdit();
        session.act("cancel", ids[0] ?? "");
      }
      session.stop("clear");
      vi.advanceTimersByTime(3_000);
      const all = what === "edit" ? [text("mine")] : [text("a"), text("\n"), text("mine")];
      expect(session.input.draft.parts).toEqual(all);
      vi.useRealTimers();
      await session.runner.settled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays in the input, still edited, when an earlier message is tried again", async () => {
    const { session, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    session.input.save({ parts: [text("a, changed")] });
    await session.runner.submit(session.hide(session.snapshot().messages[0]?.id ?? ""));
    await model.called(2);
    expect(sent(session)).toEqual(["first"]);
    expect(session.snapshot()).toMatchObject({ draft: { parts: [text("a, changed")] }, queue: { editing: "queue" } });
    session.input.cancelEdit();
    expect(session.input.draft.parts).toEqual([text("mine")]);
    expect(shown(session)).toEqual(["a", "b"]);
    await stopAndHold(session);
  });

  it("is all in the draft after a rewind, and still is when that is undone", async () => {
    const { session, ids } = await waiting(["a", "b"]);
    await stopAndHold(session);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const written = [text("a"), text("\n"), text("mine")];
    const drafts = session.rewind(session.snapshot().messages[0]?.id ?? "");
    expect(drafts).toEqual({ before: { parts: written }, after: { parts: [text("first"), ...written] } });
    expect(session.input.draft).toEqual(drafts.after);
  });

  it("stays in the input, still edited, when it cannot be stored", async () => {
    const { ports, session, ids } = await waiting(["a", "b"]);
    session.input.save({ parts: [text("mine")] });
    session.act("edit", ids[0] ?? "");
    const { transaction } = ports.store;
    ports.store.transaction = () => {
      throw new Error("database or disk is full");
    };
    expect(await send(session, "a, changed")).toMatchObject({ ok: false });
    ports.store.transaction = transaction;
    expect(session.input.draft.parts).toEqual([text("a, changed")]);
    expect(await send(session, "a, changed")).toMatchObject({ ok: true });
    expect(shown(session)).toEqual(["a, changed", "b"]);
    expect(session.input.draft.parts).toEqual([text("mine")]);
  });
});

describe("a queued message that is carried to another place", () => {
  it("stands before the one it was dropped on, or at the end", async () => {
    const { session, ids } = await waiting(["a", "b", "c"]);
    const [a = "", b = "", c = ""] = ids;
    session.queue.move(c, { before: a });
    expect(shown(session)).toEqual(["c", "a", "b"]);
    session.queue.move(c, { before: null });
    expect(shown(session)).toEqual(["a", "b", "c"]);
    session.queue.move(a, { before: c });
    expect(shown(session)).toEqual(["b", "a", "c"]);
    session.queue.move(a, { before: a });
    expect(shown(session)).toEqual(["b", "a", "c"]);
    session.act("cancel", b);
    session.queue.move(c, { before: b });
    session.queue.move(b, { before: a });
    expect(shown(session)).toEqual(["a", "c"]);
  });

  it("stays where it is, or gone, when another window was faster", async () => {
    const { ports, session, ids } = await waiting(["a", "b", "c"], { isAlive: () => true });
    const [a = "", b = "", c = ""] = ids;
    const other = new Conversation(fakePorts({ path: ports.path, owner: "other", isAlive: () => true }), "ses_1");
    other.act("cancel", b);
    session.queue.move(b, { before: a });
    session.queue.move(c, { before: b });
    expect(shown(session)).toEqual(["a", "c"]);
    expect(shown(other)).toEqual(["a", "c"]);
  });
});
