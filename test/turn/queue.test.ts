import { describe, expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const file: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };

interface Stage {
  ports: FakePorts;
  conversation: Conversation;
  model: ScriptedModel;
  /** Submits words; returns the id. */
  say: (words: string) => Promise<string>;
}

function stage(options: PortsOptions = {}): Stage {
  const model = new ScriptedModel();
  const ports = fakePorts({ ...options, answer: (signal) => model.answer(signal) });
  const conversation = new Conversation(ports, "ses_1");
  const say = async (words: string): Promise<string> => {
    const result = await conversation.runner.submit([text(words)]);
    if (!result.ok) throw new Error(result.failure.message);
    return result.value.message_id;
  };
  return { ports, conversation, model, say };
}

/** The user's messages of the conversation, and the words of those that wait. */
function look(conversation: Conversation): { sent: string[]; waiting: string[]; held: boolean } {
  const { messages, queue } = conversation.snapshot();
  const sent = messages.flatMap((message) =>
    message.role === "user" ? [message.parts.map((part) => (part as { text?: string }).text ?? "+").join("")] : [],
  );
  return { sent, waiting: queue.items.map(({ words }) => words), held: queue.held };
}

/** What the input was given last. */
const given = ({ events }: FakePorts) => events.findLast((event) => event.type === "returned");

describe("the queue", () => {
  it("takes what is submitted while a turn runs, and sends it in order, one at a time", async () => {
    const { conversation, model, say } = stage();
    await say("one");
    await say("two");
    await say("three");
    expect(look(conversation)).toEqual({ sent: ["one"], waiting: ["two", "three"], held: false });
    await model.end();
    await model.called(2);
    expect(look(conversation)).toEqual({ sent: ["one", "two"], waiting: ["three"], held: false });
    expect(conversation.runner.run).toMatchObject({ state: "busy" });
    await model.end();
    await model.end();
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one", "two", "three"], waiting: [], held: false });
    expect(conversation.snapshot().messages.map(({ role }) => role)).toEqual(
      Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? "user" : "assistant")),
    );
    expect(model.calls).toBe(3);
  });

  it("tells whoever watches what waits, and that it was queued", async () => {
    const { ports, conversation, model, say } = stage();
    await say("one");
    expect(await conversation.runner.submit([text("see "), file])).toMatchObject({ ok: true, value: { queued: true } });
    const told = ports.events.flatMap((event) => (event.type === "queue" ? [event.queue] : [])).at(-1);
    expect(told).toMatchObject({ items: [{ words: "see a.ts", chips: 1 }], held: false });
    await model.end();
    await model.end();
    await conversation.runner.settled();
    const last = ports.events.flatMap((event) => (event.type === "queue" ? [event.queue] : [])).at(-1);
    expect(last?.items).toEqual([]);
  });

  it("counts the chips of what waits, and tells of an empty queue only once", async () => {
    const { ports, conversation, model, say } = stage();
    const told = () => ports.events.flatMap((event) => (event.type === "queue" ? [event.queue] : []));
    await say("one");
    await conversation.runner.submit([file, file, text("?")]);
    expect(told().at(-1)?.items).toMatchObject([{ chips: 2 }]);
    await model.end();
    await model.end();
    await conversation.runner.settled();
    await say("two");
    await model.end();
    await conversation.runner.settled();
    // Once before the first message waits, and once after it.
    const empty = told().filter(({ items }) => items.length === 0);
    expect(told().at(-1)).toBe(empty.at(-1));
    expect(empty).toHaveLength(2);
  });

  it("reads the files of a message when it is sent, not when it was queued", async () => {
    const { ports, conversation, model, say } = stage();
    await say("one");
    await conversation.runner.submit([file]);
    ports.files.set("src/a.ts", "as it is now");
    const requests: string[] = [];
    const send = ports.languageModel.send;
    ports.languageModel.send = (request, signal) => {
      requests.push(JSON.stringify(request));
      return send(request, signal);
    };
    await model.end();
    await model.end();
    await conversation.runner.settled();
    expect(requests.join()).toContain("as it is now");
  });

  it("goes on after a stop, waits after a stop that holds, and goes on again when it is told to", async () => {
    const { conversation, model, say } = stage();
    await say("one");
    await say("two");
    await say("three");
    await model.called(1);
    conversation.stop();
    await model.called(2);
    conversation.stop("hold");
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one", "two"], waiting: ["three"], held: true });
    expect(conversation.runner.run.state).toBe("idle");
    conversation.resume();
    await model.called(3);
    expect(look(conversation)).toMatchObject({ waiting: [], held: false });
    await model.end();
    await conversation.runner.settled();
  });

  it("goes back into the draft, before what is there, when a stop clears it", async () => {
    const { ports, conversation, model, say } = stage();
    await say("one");
    await say("two");
    await conversation.runner.submit([text("three "), file]);
    conversation.input.save({ parts: [text("mine")] });
    await model.called(1);
    conversation.stop("clear");
    const parts = [text("two"), text("\n"), text("three "), file];
    expect(given(ports)).toEqual({ type: "returned", session_id: "ses_1", draft: { parts } });
    expect(conversation.input.draft.parts).toEqual([...parts, text("\n"), text("mine")]);
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one"], waiting: [], held: false });
  });

  it("waits after a failure, until something is sent", async () => {
    const { conversation, model, say } = stage();
    await say("one");
    await say("two");
    await model.fail();
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one"], waiting: ["two"], held: true });
    expect(conversation.runner.run.state).toBe("error");
    await say("again");
    await model.end();
    await model.called(3);
    expect(look(conversation)).toEqual({ sent: ["one", "again", "two"], waiting: [], held: false });
    await model.end();
    await conversation.runner.settled();
  });

  it("stays held when the user held it, whatever is sent meanwhile", async () => {
    const { conversation, model, say } = stage();
    await say("one");
    await say("two");
    await model.called(1);
    conversation.stop("hold");
    await conversation.runner.settled();
    await say("between");
    await model.end();
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one", "between"], waiting: ["two"], held: true });
  });

  it("gives a message back for editing, and cancels one with a way back", async () => {
    const { ports, conversation, model, say } = stage();
    await say("one");
    const two = await say("two");
    const three = await say("three");
    const four = await say("four");
    conversation.input.save({ parts: [text("mine")] });
    conversation.act("edit", two);
    expect(given(ports)).toMatchObject({ draft: { parts: [text("two")] }, replaces: true });
    expect(conversation.input.draft.parts).toEqual([text("two")]);
    conversation.act("cancel", three);
    expect(conversation.snapshot().queue).toMatchObject({ items: [{ id: four }], undo: true });
    conversation.queue.undoCancel();
    expect(look(conversation).waiting).toEqual(["three", "four"]);
    conversation.act("move-up", four);
    expect(look(conversation).waiting).toEqual(["four", "three"]);
    conversation.act("move-down", four);
    expect(look(conversation).waiting).toEqual(["three", "four"]);
    conversation.act("send-now", four);
    expect(look(conversation)).toMatchObject({ sent: ["one"], waiting: ["four", "three"] });
    for (const action of ["cancel", "move-up", "send-now"] as const) conversation.act(action, two);
    expect(look(conversation)).toMatchObject({ sent: ["one"], waiting: ["four", "three"] });
    for (let turn = 0; turn < 3; turn++) await model.end();
    await conversation.runner.settled();
    expect(look(conversation).sent).toEqual(["one", "four", "three"]);
  });

  it("is there and held after a restart; one can be sent alone, or all", async () => {
    const before = stage();
    await before.say("one");
    await before.say("two");
    await before.say("three");
    await before.say("four");
    const { conversation, model } = stage({ path: before.ports.path, owner: "after", isAlive: () => false });
    expect(look(conversation)).toEqual({ sent: ["one"], waiting: ["two", "three", "four"], held: true });
    const third = conversation.snapshot().queue.items[1]?.id ?? "";
    conversation.act("send-now", third);
    await model.end();
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one", "three"], waiting: ["two", "four"], held: true });
    conversation.resume();
    await model.end();
    await model.end();
    await conversation.runner.settled();
    expect(look(conversation)).toEqual({ sent: ["one", "three", "two", "four"], waiting: [], held: false });
  });

  it("is not begun by a window that goes", async () => {
    const { conversation, model, say } = stage();
    await say("one");
    await say("two");
    await model.called(1);
    conversation.close();
    await conversation.runner.settled();
    expect(look(conversation)).toMatchObject({ sent: ["one"], waiting: ["two"] });
  });

  it("holds itself when the disk refuses to send from it, and says so", async () => {
    const { ports, conversation, model, say } = stage();
    await say("one");
    await conversation.runner.submit([file]);
    await model.called(1);
    ports.readFile = () => {
      ports.store.transaction = () => {
        throw new Error("database or disk is full");
      };
      return Promise.reject(new Error("gone"));
    };
    await model.end();
    await conversation.runner.settled();
    expect(look(conversation)).toMatchObject({ sent: ["one"], waiting: ["a.ts"], held: true });
    expect(JSON.stringify(ports.events)).toContain("disk is full");
  });
});

describe("two windows", () => {
  it("share the queue: one drains it, nothing fires twice, and either can stop", async () => {
    const alive = { isAlive: () => true };
    const first = stage({ ...alive, owner: "first" });
    const second = stage({ ...alive, owner: "second", path: first.ports.path });
    await first.say("one");
    await second.say("two");
    await first.say("three");
    expect(look(second.conversation)).toEqual({ sent: ["one"], waiting: ["two", "three"], held: false });
    await first.model.called(1);
    second.conversation.stop();
    await first.model.called(2);
    expect(look(second.conversation)).toMatchObject({ sent: ["one", "two"], waiting: ["three"] });
    second.conversation.stop("hold");
    await first.conversation.runner.settled();
    expect(look(second.conversation)).toEqual({ sent: ["one", "two"], waiting: ["three"], held: true });
    second.conversation.resume();
    first.conversation.resume();
    await second.model.called(1);
    await second.model.end();
    await second.conversation.runner.settled();
    await first.conversation.runner.settled();
    expect(look(first.conversation)).toEqual({ sent: ["one", "two", "three"], waiting: [], held: false });
    expect([first.model.calls, second.model.calls]).toEqual([2, 1]);
  });

  it("that queues what the other has just finished with sends it itself", async () => {
    const alive = { isAlive: () => true };
    const first = stage({ ...alive, owner: "first" });
    const second = stage({ ...alive, owner: "second", path: first.ports.path });
    await first.say("one");
    await first.model.called(1);
    const read = second.ports.readFile;
    second.ports.readFile = async (target) => {
      second.ports.readFile = read;
      await first.model.end();
      await first.conversation.runner.settled();
      return read(target);
    };
    expect(await second.conversation.runner.submit([file])).toMatchObject({ ok: true, value: { queued: true } });
    await second.model.end();
    await second.conversation.runner.settled();
    expect(look(first.conversation)).toEqual({ sent: ["one", "+"], waiting: [], held: false });
  });
});
