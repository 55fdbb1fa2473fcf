import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { readSummary } from "../../extension/persist/conversations.ts";
import type { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { fakePorts } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";
import { say, conversationWith, withTools } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

const QUESTION = { name: "question" };
const question = 'call question {"question":"Which?","options":[{"label":"red"},{"label":"blue"}]}';

async function asked(conversation: Conversation): Promise<string> {
  await until(() => conversation.runner.run.asks?.length === 1);
  return conversation.runner.run.asks?.[0]?.call_id ?? "";
}

describe("a conversation that is opened", () => {
  it("is one Conversation, also for whoever looks at it while its question is asked again", async () => {
    const { conversation, ports } = conversationWith([QUESTION]);
    await conversation.runner.submit([say(question)]);
    await asked(conversation);
    conversation.close();
    const later = withTools(fakePorts({ path: ports.path, owner: "next", isAlive: () => false }), [QUESTION]);
    const sessions = new Conversations(later);
    const seen = new Set<Conversation>();
    // As the panes do: the keys of VS Code follow the queue of what they show.
    const { emit } = later;
    later.emit = (event) => {
      emit(event);
      if (event.type !== "run" || seen.size > 3) return;
      seen.add(sessions.open(event.session_id));
    };
    const again = sessions.open("ses_1");
    again.runner.reply(await asked(again), { type: "answer", answers: ["red"] });
    await again.runner.settled();
    expect([...seen]).toEqual([again]);
    expect(later.events.filter((event) => event.type === "run" && event.run.state === "waiting")).toHaveLength(1);
  });
});

describe("a conversation that is new", () => {
  it("tells when it is on disk: not before something is written in it", () => {
    const ports = fakePorts();
    const stored = vi.fn((id: string) => readSummary(ports.store, id)?.id);
    ports.stored = stored;
    const conversation = new Conversations(ports).open("ses_1");
    conversation.input.save({ parts: [] });
    expect(stored).not.toHaveBeenCalled();
    conversation.input.save({ parts: [say("hi")] });
    expect(stored).toHaveReturnedWith("ses_1");
  });
});

describe("conversations that are opened one after the other", () => {
  const others = Array.from({ length: 100 }, (_, index) => `ses_other_${String(index)}`);

  it("are let go of again when nothing happens in them", () => {
    const sessions = new Conversations(fakePorts());
    const first = sessions.open("ses_1");
    const last = others.map((id) => sessions.open(id)).at(-1);
    expect(sessions.count).toBeLessThan(10);
    expect(sessions.open("ses_other_99")).toBe(last);
    expect(sessions.open("ses_1")).not.toBe(first);
  });

  it("stay when they are in use, and while a turn runs in them", async () => {
    const model = new ScriptedModel();
    const sessions = new Conversations(fakePorts({ isAlive: () => true, answer: (signal) => model.answer(signal) }));
    const running = sessions.open("ses_1");
    await running.runner.submit([say("hello")]);
    await model.called(1);
    const used = sessions.open("ses_2");
    for (const id of others) {
      sessions.open(id);
      sessions.open("ses_2");
    }
    expect(sessions.open("ses_1")).toBe(running);
    expect(sessions.open("ses_2")).toBe(used);
    await model.end();
    await running.runner.settled();
  });
});

describe("a conversation that another window has gone on with", () => {
  const ref: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };

  it("is read again from the disk when nothing of it is here alone", () => {
    const sessions = new Conversations(fakePorts());
    const before = sessions.open("ses_1");
    sessions.reread("ses_1");
    expect(sessions.open("ses_1")).not.toBe(before);
  });

  it("stays the one that a message is on its way in, so that Stop and what is sent next find it", async () => {
    const isAlive = (): boolean => true;
    const there = new ScriptedModel();
    const first = fakePorts({ owner: "there", isAlive, answer: (signal) => there.answer(signal) });
    const other = new Conversations(first).open("ses_1");
    await other.runner.submit([say("first")]);
    await there.called(1);
    const here = new ScriptedModel();
    const ports = fakePorts({ path: first.path, owner: "here", isAlive, answer: (signal) => here.answer(signal) });
    const gate = Promise.withResolvers<void>();
    const { readFile } = ports;
    ports.readFile = (wanted) => gate.promise.then(() => readFile(wanted));
    const sessions = new Conversations(ports);
    const conversation = sessions.open("ses_1");
    const sending = conversation.runner.submit([ref]);
    await there.end();
    await other.runner.settled();
    expect(conversation.runner.run.state).toBe("idle");
    sessions.reread("ses_1");
    gate.resolve();
    expect(await sending).toMatchObject({ ok: true });
    await here.called(1);
    const now = sessions.open("ses_1");
    expect(now.runner.run.state).toBe("busy");
    expect(await now.runner.submit([say("next")])).toMatchObject({ value: { queued: true } });
    now.stop("hold");
    await conversation.runner.settled();
    expect(here.calls).toBe(1);
    sessions.reread("ses_1");
    expect(sessions.open("ses_1")).not.toBe(conversation);
  });

  it("stays while its draft waits for a disk that refuses", () => {
    vi.useFakeTimers();
    try {
      const ports = fakePorts();
      const sessions = new Conversations(ports);
      const conversation = sessions.open("ses_1");
      const { run } = ports.store;
      ports.store.run = () => {
        throw new Error("database is locked");
      };
      conversation.input.save({ parts: [say("mine")] });
      sessions.reread("ses_1");
      expect(sessions.open("ses_1")).toBe(conversation);
      ports.store.run = run;
      vi.advanceTimersByTime(3_000);
      sessions.reread("ses_1");
      expect(sessions.open("ses_1")).not.toBe(conversation);
      expect(sessions.open("ses_1").input.draft.parts).toEqual([say("mine")]);
    } finally {
      vi.useRealTimers();
    }
  });
});
