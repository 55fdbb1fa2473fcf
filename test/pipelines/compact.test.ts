import { describe, expect, it } from "vitest";
import type { AssistantPart, Message } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { addPins } from "../../extension/persist/pins.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { preview } from "../../extension/preview/preview.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { modelOf } from "../fakes/context.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";
import { answers } from "../fakes/wire-answers.ts";
import { wireServer } from "../fakes/wire-server.ts";
import { accessTo } from "../fakes/wires.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

function opened(options: Parameters<typeof fakePorts>[0] = {}): { ports: FakePorts; conversation: Conversation } {
  const ports = fakePorts(options);
  createConversation(ports.store, newConversation("ses_1", 1));
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

async function send(conversation: Conversation, words: string): Promise<void> {
  await conversation.runner.submit([text(words)]);
  await conversation.runner.settled();
}

const messagesOf = (ports: FakePorts): Message[] =>
  readMessages(ports.store, "ses_1", ALL).map(({ message }) => message);

function markers(ports: FakePorts): Extract<AssistantPart, { type: "data-compaction" }>[] {
  return messagesOf(ports).flatMap(({ role, parts }) =>
    role === "assistant" ? parts.filter((part) => part.type === "data-compaction") : [],
  );
}

const sees = async (ports: FakePorts): Promise<string[]> =>
  (await preview(ports, "ses_1", [text("next")])).assembled.texts.map(({ text: words }) => words);

describe("compaction", () => {
  it("lets a summary stand for everything so far, and deletes nothing", async () => {
    const { ports, conversation } = opened();
    await send(conversation, "first words");
    await send(conversation, "second words");
    expect(await conversation.runner.compact()).toBeUndefined();
    await conversation.runner.settled();
    expect(messagesOf(ports)).toHaveLength(5);
    const [marker] = markers(ports);
    expect(marker).toMatchObject({ tail_start_id: null, auto: false, report: { messages: 4 } });
    expect(marker?.summary).toContain("first words");
    const seen = await sees(ports);
    expect(seen).toHaveLength(3);
    expect(seen[1]).toContain(marker?.summary);
    expect(seen[2]).toBe("next");
    expect(conversation.runner.run.state).toBe("idle");
  });

  it("has pins sent again, since what showed them is gone", async () => {
    const { ports, conversation } = opened();
    addPins(ports.store, "ses_1", [{ id: "note", title: "Note", part: { type: "text", text: "remember" } }]);
    await send(conversation, "one");
    expect((await sees(ports)).join()).toContain("unchanged since shown above: Note");
    await conversation.runner.compact();
    const after = (await sees(ports)).filter((words) => words.includes("remember"));
    expect(after.join()).toContain("Pinned: Note, as of this turn");
  });

  it("is refused with words when there is nothing to compact, or nothing new since the last", async () => {
    const { ports, conversation } = opened();
    expect(await conversation.runner.compact()).toMatchObject({ code: "nothing-to-compact" });
    await send(conversation, "one");
    await conversation.runner.compact();
    expect(await conversation.runner.compact()).toMatchObject({ code: "nothing-to-compact" });
    expect(markers(ports)).toHaveLength(1);
    await send(conversation, "two");
    expect(await conversation.runner.compact()).toBeUndefined();
  });

  it("holds the turn: what is submitted meanwhile waits behind it, and then goes", async () => {
    const model = new ScriptedModel();
    const { ports, conversation } = opened({ answer: (signal) => model.answer(signal) });
    await model.end();
    await send(conversation, "one");
    const compacting = conversation.runner.compact();
    await model.called(2);
    expect(conversation.runner.run.state).toBe("busy");
    const submitted = await conversation.runner.submit([text("two")]);
    expect(submitted).toMatchObject({ ok: true, value: { queued: true } });
    await model.end();
    expect(await compacting).toBeUndefined();
    await model.called(3);
    await model.end();
    await conversation.runner.settled();
    expect(messagesOf(ports).map(({ role }) => role)).toEqual(["user", "assistant", "assistant", "user", "assistant"]);
    expect(markers(ports)[0]?.summary).toBe("answer 2 done");
  });

  it("can be stopped, leaves the conversation as it was, and offers to begin again", async () => {
    const model = new ScriptedModel();
    const { ports, conversation } = opened({ answer: (signal) => model.answer(signal) });
    await model.end();
    await send(conversation, "one");
    const compacting = conversation.runner.compact();
    await model.called(2);
    conversation.stop();
    expect(await compacting).toMatchObject({ code: "stopped", action: "compact" });
    await conversation.runner.settled();
    expect(markers(ports)).toEqual([]);
    expect(conversation.runner.run.state).toBe("idle");
  });

  it("comes by itself after a turn above 90 %, keeps the last two turns when they are small, and can be switched off", async () => {
    const { ports, conversation } = opened();
    await send(conversation, "word ".repeat(900));
    await send(conversation, "b");
    const tight = { ...loopback, context_window: 1_750, max_output: 500 };
    ports.compactsAlone = () => false;
    ports.model = () => tight;
    await send(conversation, "c");
    expect(markers(ports)).toEqual([]);
    ports.compactsAlone = () => true;
    await send(conversation, "d");
    const [marker] = markers(ports);
    const users = messagesOf(ports).filter(({ role }) => role === "user");
    expect(marker).toMatchObject({ auto: true });
    expect([users[2]?.id, users[3]?.id]).toContain(marker?.tail_start_id);
    const seen = await sees(ports);
    expect(seen.join()).not.toContain("word ".repeat(100));
    expect(seen).toContain("d");
  });

  it("comes by itself also after an answer that was cut off at its length", async () => {
    const server = await wireServer("openai-chat");
    const model = modelOf("custom", { context_window: 1_100, max_output: 100 });
    const { ports, conversation } = opened({ model, access: accessTo("openai-chat", server.url) });
    server.answer = answers["openai-chat"]
      .length()
      .map((piece) => piece.replace(/"prompt_tokens":\d+/, '"prompt_tokens":950'));
    try {
      await send(conversation, "long story");
      expect(messagesOf(ports)[1]?.metadata).toMatchObject({ finish: "length" });
      expect(markers(ports)).toMatchObject([{ auto: true }]);
    } finally {
      await server.close();
    }
  });
});
