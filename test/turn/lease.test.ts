// A turn and its lease: what happens in a window that slept, or whose clock jumped, while another one took over.
import { describe, expect, it, vi } from "vitest";
import {
  claimTurn,
  holdsTurn,
  isHeldElsewhere,
  releaseTurn,
  renewTurn,
} from "../../extension/persist/ownership/lease.ts";
import { readQueue } from "../../extension/persist/queue.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { openWith, reply, say as write } from "../fakes/conversation.ts";
import { type FakePorts, fakePorts, type PortsOptions } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";
import { type FakeTool, say, conversationWith, withTools } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

/** Beyond the time a holder may be silent. */
const LATER = 21_000;

/** What both windows' clock has skipped: the first slept through it, and has not renewed since. */
let skipped = 0;

function firstWindow(options: PortsOptions = {}): FakePorts {
  const ports = fakePorts({ isAlive: () => true, ...options });
  ports.now = () => Date.now() + skipped;
  return ports;
}

/** A second window on the same conversation, which takes the other's turn for abandoned. */
function secondWindow(first: FakePorts, options: PortsOptions = {}): { conversation: Conversation; ports: FakePorts } {
  const ports = fakePorts({ path: first.path, owner: "other", isAlive: () => true, ...options });
  skipped += LATER;
  ports.now = () => Date.now() + skipped;
  return { conversation: new Conversation(ports, "ses_1"), ports };
}

function failuresOf(ports: FakePorts): string[] {
  return ports.events.flatMap((event) => (event.type === "failure" ? [event.failure.code] : []));
}

const me = { owner: "me", now: 1_000, isAlive: () => true };
const other = { ...me, owner: "other" };

describe("a claim", () => {
  it("is lost when another window claims a turn that was silent for too long, and cannot be renewed or given back", () => {
    const store = openWith();
    const mine = claimTurn(store, "ses_1", me) ?? expect.fail("the turn is free");
    expect(claimTurn(store, "ses_1", { ...other, now: me.now + 19_000 })).toBeUndefined();
    const theirs = claimTurn(store, "ses_1", { ...other, now: me.now + LATER }) ?? expect.fail("it was silent");
    expect(renewTurn(store, "ses_1", mine, me.now + LATER)).toBe(false);
    releaseTurn(store, "ses_1", mine);
    expect(holdsTurn(store, "ses_1", theirs)).toBe(true);
  });

  it("stays lost when the other window has given the turn back", () => {
    const store = openWith();
    const mine = claimTurn(store, "ses_1", me) ?? expect.fail("the turn is free");
    const theirs = claimTurn(store, "ses_1", { ...other, now: me.now + LATER }) ?? expect.fail("it was silent");
    releaseTurn(store, "ses_1", theirs);
    expect(holdsTurn(store, "ses_1", mine)).toBe(false);
    // The same process may claim again: that is another claim.
    claimTurn(store, "ses_1", me);
    expect(holdsTurn(store, "ses_1", mine)).toBe(false);
  });

  it("does not hold for an hour when the clock goes back an hour and its process id lives on", () => {
    const store = openWith();
    claimTurn(store, "ses_1", { ...me, now: 4_000_000 });
    expect(isHeldElsewhere(store, "ses_1", { ...other, now: 400_000 })).toBe(false);
    expect(isHeldElsewhere(store, "ses_1", { ...other, now: 3_999_000 })).toBe(true);
  });
});

describe("a turn that another window has taken over", () => {
  it("writes nothing more, stops its request, and says so", async () => {
    const model = new ScriptedModel();
    let signal: AbortSignal | undefined;
    const answer = (given: AbortSignal) => model.answer((signal = given));
    const first = firstWindow({ answer });
    const conversation = new Conversation(first, "ses_1");
    await conversation.runner.submit([say("one")]);
    await model.called(1);
    const second = secondWindow(first);
    await second.conversation.runner.submit([say("two")]);
    await second.conversation.runner.settled();
    const { messages } = second.conversation.snapshot();
    await model.end();
    await conversation.runner.settled();
    expect(signal?.aborted).toBe(true);
    expect(second.conversation.snapshot().messages).toEqual(messages);
    expect(messages.map((message) => message.role === "assistant" && message.finish)).toEqual([
      false,
      "interrupted",
      false,
      "end",
    ]);
    expect(failuresOf(first)).toEqual(["taken-over"]);
    // What the first shows now is what the second keeps.
    expect(conversation.snapshot()).toMatchObject({ messages, run: { state: "idle" } });
  });

  it("notices by itself, without anything to write", async () => {
    const model = new ScriptedModel();
    const first = firstWindow({ answer: (signal) => model.answer(signal) });
    const conversation = new Conversation(first, "ses_1");
    await conversation.runner.submit([say("one")]);
    await model.called(1);
    const holding = new ScriptedModel();
    const second = secondWindow(first, { answer: (signal) => holding.answer(signal) });
    await second.conversation.runner.submit([say("two")]);
    await holding.called(1);
    await until(() => failuresOf(first).includes("taken-over"));
    expect(conversation.runner.run).toMatchObject({ state: "busy" });
    expect(first.events.findLast((event) => event.type === "run")).toMatchObject({ run: { state: "busy" } });
    await holding.end();
    await second.conversation.runner.settled();
  });

  it("runs no further tool, whatever the user allows in its window", async () => {
    let ran = 0;
    const run = () => {
      ran += 1;
      return { ok: true as const, output: "written" };
    };
    const tool: FakeTool = { name: "write", changes: true, needs: [{ permission: "write", pattern: "a.ts" }], run };
    const ports = withTools(firstWindow(), [tool]);
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([say("call write {}")]);
    await until(() => conversation.runner.run.asks?.length === 1);
    const second = secondWindow(ports);
    await second.conversation.runner.submit([say("two")]);
    conversation.runner.reply(conversation.runner.run.asks?.[0]?.call_id ?? "", { type: "allow", scope: "once" });
    await conversation.runner.settled();
    await second.conversation.runner.settled();
    expect(ran).toBe(0);
    expect(JSON.stringify(second.conversation.snapshot().messages)).not.toContain("written");
  });

  it("gives a message back that was still being read, as the draft it was", async () => {
    const first = firstWindow();
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { readFile } = first;
    first.readFile = async (target) => {
      reached.resolve();
      await gate.promise;
      return readFile(target);
    };
    const conversation = new Conversation(first, "ses_1");
    const draft = {
      parts: [say("look at "), { type: "file-ref" as const, ref: { kind: "path" as const, path: "src/a.ts" } }],
    };
    conversation.input.save(draft);
    const sent = conversation.input.submit(draft);
    await reached.promise;
    const second = secondWindow(first);
    await second.conversation.runner.submit([say("two")]);
    await second.conversation.runner.settled();
    gate.resolve();
    expect(await sent).toMatchObject({ ok: false, failure: { code: "taken-over" } });
    expect(conversation.input.draft).toEqual(draft);
    expect(conversation.snapshot().messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  it("fires nothing of the queue, and does not hold it", async () => {
    const model = new ScriptedModel();
    const first = firstWindow({ answer: (signal) => model.answer(signal) });
    const conversation = new Conversation(first, "ses_1");
    await conversation.runner.submit([say("one")]);
    await model.called(1);
    const holding = new ScriptedModel();
    const second = secondWindow(first, { answer: (signal) => holding.answer(signal) });
    await second.conversation.runner.submit([say("two")]);
    await holding.called(1);
    await conversation.runner.submit([say("three")]);
    await model.end();
    await until(() => failuresOf(first).includes("taken-over"));
    await conversation.runner.settled();
    expect(readQueue(first.store, "ses_1")).toHaveLength(1);
    expect(conversation.snapshot().queue.held).toBe(false);
    await holding.end();
    await holding.called(2);
    await holding.end();
    await second.conversation.runner.settled();
    expect(model.calls).toBe(1);
  });
});

describe("a queue that is held", () => {
  it("keeps a message that steers out of the turn that runs, and reads none of its files", async () => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const { conversation, ports } = conversationWith([{ name: "look", run }]);
    await conversation.runner.submit([say("call look {}")]);
    await until(() => conversation.snapshot().messages.at(-1)?.parts.length === 1);
    await conversation.runner.submit([say("mind the tests")], { steers: true });
    const read = vi.spyOn(ports, "readFile");
    ports.store.run("UPDATE chat_sessions SET queue_hold = 'hold'");
    gate.resolve();
    await conversation.runner.settled();
    expect(conversation.snapshot().messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(conversation.snapshot().queue).toMatchObject({ held: true, items: [{ words: "mind the tests" }] });
    expect(read).not.toHaveBeenCalled();
  });
});

describe("a conversation that is opened with a question that nobody can answer", () => {
  it.each([
    ["that is malformed", "question", { nothing: true }, [{ name: "question" }]],
    ["whose tool is not offered", "question", { question: "Which?", options: [] }, []],
    ["of a skill that does not run", "interrupt", { name: "on_doubt" }, []],
  ])("%s sends nothing and starts nothing", async (_, name, input, tools) => {
    const store = openWith();
    write(store, "msg_1", "go", { at: 1 });
    reply(store, "msg_2", [{ type: "tool-call", id: "c", name, input }], {
      at: 2,
      metadata: { finish: null },
    });
    const answer = vi.fn(() => new ScriptedModel().answer(AbortSignal.abort()));
    const ports = withTools(fakePorts({ store, answer }), [...tools]);
    const start = vi.fn(() => Promise.resolve());
    ports.start = start;
    const conversation = new Conversations(ports).open("ses_1");
    await conversation.runner.settled();
    expect(answer).not.toHaveBeenCalled();
    expect(start).not.toHaveBeenCalled();
    expect(conversation.snapshot().messages.at(-1)).toMatchObject({ finish: "interrupted" });
  });
});
