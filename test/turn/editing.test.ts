import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

interface Stage {
  ports: FakePorts;
  conversation: Conversation;
  model: ScriptedModel;
  /** The ids of those that wait. */
  ids: string[];
}

/** A turn that runs, and words that wait behind it. */
async function waiting(words: string[], options: PortsOptions = {}): Promise<Stage> {
  const model = new ScriptedModel();
  const ports = fakePorts({ ...options, answer: (signal) => model.answer(signal) });
  const conversation = new Conversation(ports, "ses_1");
  for (const each of ["first", ...words])
    expect(await conversation.runner.submit([text(each)])).toMatchObject({ ok: true });
  await model.called(1);
  return { ports, conversation, model, ids: conversation.snapshot().queue.items.map(({ id }) => id) };
}

const shown = (conversation: Conversation): string[] => conversation.snapshot().queue.items.map(({ words }) => words);
const sent = (conversation: Conversation): string[] =>
  conversation
    .snapshot()
    .messages.flatMap(({ role, parts }) => (role === "user" ? [(parts[0] as { text: string }).text] : []));
const send = (conversation: Conversation, words: string) => conversation.input.submit({ parts: [text(words)] });
/** What the input was given last. */
const given = ({ events }: FakePorts) => events.findLast((event) => event.type === "returned");

async function stopAndHold(conversation: Conversation): Promise<void> {
  conversation.stop("hold");
  await conversation.runner.settled();
}

describe("a queued message that is edited", () => {
  it("goes back to its place, and the draft of before comes back", async () => {
    const { ports, conversation, ids } = await waiting(["a", "b", "c"]);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[1] ?? "");
    expect(given(ports)).toMatchObject({ draft: { parts: [text("b")] }, replaces: true });
    expect(conversation.snapshot()).toMatchObject({ draft: { parts: [text("b")] }, queue: { editing: "queue" } });
    await conversation.runner.submit([text("d")]);
    expect(await send(conversation, "b, changed")).toMatchObject({ ok: true, value: { queued: true } });
    expect(shown(conversation)).toEqual(["a", "b, changed", "c", "d"]);
    expect(conversation.snapshot().queue.editing).toBeUndefined();
    expect(given(ports)).toEqual({ type: "returned", session_id: "ses_1", draft: { parts: [text("mine")] } });
    expect(conversation.input.draft.parts).toEqual([text("mine")]);
  });

  it("gives the draft of before back in front of what was typed while it was taken in", async () => {
    const { conversation, ids } = await waiting(["a"]);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[0] ?? "");
    const sending = send(conversation, "a, changed");
    conversation.input.save({ parts: [text("typed since")] });
    await sending;
    expect(conversation.input.draft.parts).toEqual([text("mine"), text("\n"), text("typed since")]);
  });

  it("goes back into a queue that is held, also as the only one, and is not sent", async () => {
    const { conversation, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(conversation);
    conversation.act("edit", ids[0] ?? "");
    expect(conversation.snapshot().queue).toMatchObject({ editing: "queue", held: true });
    expect(await send(conversation, "a, changed")).toMatchObject({ value: { queued: true } });
    expect(shown(conversation)).toEqual(["a, changed", "b"]);
    conversation.act("cancel", ids[1] ?? "");
    conversation.act("edit", ids[0] ?? "");
    expect(conversation.snapshot().queue).toMatchObject({ items: [], editing: "queue" });
    expect(await send(conversation, "a, again")).toMatchObject({ value: { queued: true } });
    expect(conversation.snapshot().queue).toMatchObject({ items: [{ words: "a, again" }], held: true });
    expect(conversation.runner.run.state).toBe("idle");
    conversation.resume();
    await model.called(2);
    expect(sent(conversation)).toEqual(["first", "a, again"]);
    await model.end();
    await conversation.runner.settled();
  });

  it("is sent at once when its turn has come meanwhile", async () => {
    const { conversation, model, ids } = await waiting(["a", "b"]);
    conversation.act("edit", ids[0] ?? "");
    await model.end();
    await model.end();
    await conversation.runner.settled();
    expect(conversation.snapshot().queue).toMatchObject({ items: [], editing: "send" });
    expect(await send(conversation, "a, late")).toMatchObject({ value: { queued: false } });
    expect(sent(conversation)).toEqual(["first", "b", "a, late"]);
    await model.end();
    await conversation.runner.settled();
  });

  it("goes back as it was when that is cancelled, and the draft is what it was", async () => {
    const { ports, conversation, ids } = await waiting(["a", "b", "c"]);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[1] ?? "");
    conversation.input.save({ parts: [text("b, half chang")] });
    conversation.input.cancelEdit();
    expect(conversation.snapshot().queue.items.map(({ id }) => id)).toEqual(ids);
    expect(shown(conversation)).toEqual(["a", "b", "c"]);
    expect(given(ports)).toMatchObject({ draft: { parts: [text("mine")] }, replaces: true });
    expect(conversation.input.draft.parts).toEqual([text("mine")]);
    conversation.input.cancelEdit();
    expect(shown(conversation)).toEqual(["a", "b", "c"]);
  });

  it("goes when it is put back and nothing runs any more", async () => {
    const { conversation, model, ids } = await waiting(["a"]);
    conversation.act("edit", ids[0] ?? "");
    await model.end();
    await conversation.runner.settled();
    conversation.input.cancelEdit();
    await model.called(2);
    expect(sent(conversation)).toEqual(["first", "a"]);
    await model.end();
    await conversation.runner.settled();
  });

  it("is one at a time", async () => {
    const { conversation, ids } = await waiting(["a", "b"]);
    conversation.act("edit", ids[0] ?? "");
    expect(() => {
      conversation.act("edit", ids[1] ?? "");
    }).toThrow("first");
    expect(shown(conversation)).toEqual(["b"]);
  });

  it("keeps its place as one that steers, and goes to the front when it is made to steer", async () => {
    const { conversation } = await waiting(["a"]);
    await conversation.runner.submit([text("s")], { steers: true });
    const [steering, plain] = conversation.snapshot().queue.items;
    conversation.act("edit", steering?.id ?? "");
    await send(conversation, "s, changed");
    expect(conversation.snapshot().queue.items[0]).toMatchObject({ words: "s, changed", steers: true });
    conversation.act("edit", plain?.id ?? "");
    await conversation.input.submit({ parts: [text("a, now")] }, true);
    expect(conversation.snapshot().queue.items).toMatchObject([
      { words: "s, changed" },
      { words: "a, now", steers: true },
    ]);
  });

  it("is in the draft with what was there before when the process ends, or the queue is cleared", async () => {
    const { ports, conversation, ids } = await waiting(["a", "b"]);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[0] ?? "");
    conversation.input.save({ parts: [text("a, changed")] });
    const after = new Conversation({ ...ports, owner: "after" }, "ses_1");
    expect(after.input.draft.parts).toEqual([text("a, changed"), text("\n"), text("mine")]);
    expect(after.snapshot().queue.editing).toBeUndefined();
    conversation.stop("clear");
    const all = [text("b"), text("\n"), text("a, changed"), text("\n"), text("mine")];
    expect(given(ports)).toMatchObject({ draft: { parts: all }, replaces: true });
    expect(conversation.input.draft.parts).toEqual(all);
    expect(conversation.snapshot().queue).toMatchObject({ items: [] });
    expect(conversation.snapshot().queue.editing).toBeUndefined();
    await conversation.runner.settled();
  });

  it.each(["clear", "edit"])("loses no draft that the disk refused just before: %s", async (what) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { ports, conversation, ids } = await waiting(["a"]);
      const { run } = ports.store;
      ports.store.run = () => {
        throw new Error("database is locked");
      };
      conversation.input.save({ parts: [text("mine")] });
      ports.store.run = run;
      if (what === "edit") {
        conversation.act("edit", ids[0] ?? "");
        conversation.input.cancelEdit();
        conversation.act("cancel", ids[0] ?? "");
      }
      conversation.stop("clear");
      vi.advanceTimersByTime(3_000);
      const all = what === "edit" ? [text("mine")] : [text("a"), text("\n"), text("mine")];
      expect(conversation.input.draft.parts).toEqual(all);
      vi.useRealTimers();
      await conversation.runner.settled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays in the input, still edited, when an earlier message is tried again", async () => {
    const { conversation, model, ids } = await waiting(["a", "b"]);
    await stopAndHold(conversation);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[0] ?? "");
    conversation.input.save({ parts: [text("a, changed")] });
    await conversation.runner.submit(conversation.hide(conversation.snapshot().messages[0]?.id ?? ""));
    await model.called(2);
    expect(sent(conversation)).toEqual(["first"]);
    expect(conversation.snapshot()).toMatchObject({
      draft: { parts: [text("a, changed")] },
      queue: { editing: "queue" },
    });
    conversation.input.cancelEdit();
    expect(conversation.input.draft.parts).toEqual([text("mine")]);
    expect(shown(conversation)).toEqual(["a", "b"]);
    await stopAndHold(conversation);
  });

  it("is all in the draft after a rewind, and still is when that is undone", async () => {
    const { conversation, ids } = await waiting(["a", "b"]);
    await stopAndHold(conversation);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[0] ?? "");
    const written = [text("a"), text("\n"), text("mine")];
    const drafts = conversation.rewind(conversation.snapshot().messages[0]?.id ?? "");
    expect(drafts).toEqual({ before: { parts: written }, after: { parts: [text("first"), ...written] } });
    expect(conversation.input.draft).toEqual(drafts.after);
  });

  it("stays in the input, still edited, when it cannot be stored", async () => {
    const { ports, conversation, ids } = await waiting(["a", "b"]);
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", ids[0] ?? "");
    const { transaction } = ports.store;
    ports.store.transaction = () => {
      throw new Error("database or disk is full");
    };
    expect(await send(conversation, "a, changed")).toMatchObject({ ok: false });
    ports.store.transaction = transaction;
    expect(conversation.input.draft.parts).toEqual([text("a, changed")]);
    expect(await send(conversation, "a, changed")).toMatchObject({ ok: true });
    expect(shown(conversation)).toEqual(["a, changed", "b"]);
    expect(conversation.input.draft.parts).toEqual([text("mine")]);
  });
});

describe("a queued message that is carried to another place", () => {
  it("stands before the one it was dropped on, or at the end", async () => {
    const { conversation, ids } = await waiting(["a", "b", "c"]);
    const [a = "", b = "", c = ""] = ids;
    conversation.queue.move(c, { before: a });
    expect(shown(conversation)).toEqual(["c", "a", "b"]);
    conversation.queue.move(c, { before: null });
    expect(shown(conversation)).toEqual(["a", "b", "c"]);
    conversation.queue.move(a, { before: c });
    expect(shown(conversation)).toEqual(["b", "a", "c"]);
    conversation.queue.move(a, { before: a });
    expect(shown(conversation)).toEqual(["b", "a", "c"]);
    conversation.act("cancel", b);
    conversation.queue.move(c, { before: b });
    conversation.queue.move(b, { before: a });
    expect(shown(conversation)).toEqual(["a", "c"]);
  });

  it("stays where it is, or gone, when another window was faster", async () => {
    const { ports, conversation, ids } = await waiting(["a", "b", "c"], { isAlive: () => true });
    const [a = "", b = "", c = ""] = ids;
    const other = new Conversation(fakePorts({ path: ports.path, owner: "other", isAlive: () => true }), "ses_1");
    other.act("cancel", b);
    conversation.queue.move(b, { before: a });
    conversation.queue.move(c, { before: b });
    expect(shown(conversation)).toEqual(["a", "c"]);
    expect(shown(other)).toEqual(["a", "c"]);
  });
});
