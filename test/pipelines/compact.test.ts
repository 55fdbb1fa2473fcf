import { describe, expect, it } from "vitest";
import type { AssistantPart, Message } from "../../extension/message/message.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import { newSession } from "../../extension/message/session.ts";
import { ALL, readMessages } from "../../extension/persist/messages.ts";
import { addPins } from "../../extension/persist/pins.ts";
import { createSession } from "../../extension/persist/sessions.ts";
import { Session } from "../../extension/turn/conversation/session.ts";
import { preview } from "../../extension/preview/preview.ts";
import { loopback } from "../../extension/turn/wire.ts";
import { modelOf } from "../fakes/context.ts";
import { type FakeRooms, fakeRooms } from "../fakes/rooms.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";
import { answers } from "../fakes/wire-answers.ts";
import { wireServer } from "../fakes/wire-server.ts";
import { accessTo } from "../fakes/wires.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });

function opened(options: Parameters<typeof fakeRooms>[0] = {}): { rooms: FakeRooms; session: Session } {
  const rooms = fakeRooms(options);
  createSession(rooms.store, newSession("ses_1", 1));
  return { rooms, session: new Session(rooms, "ses_1") };
}

async function send(session: Session, words: string): Promise<void> {
  await session.submit([text(words)]);
  await session.settled();
}

const messagesOf = (rooms: FakeRooms): Message[] =>
  readMessages(rooms.store, "ses_1", ALL).map(({ message }) => message);

function markers(rooms: FakeRooms): Extract<AssistantPart, { type: "data-compaction" }>[] {
  return messagesOf(rooms).flatMap(({ role, parts }) =>
    role === "assistant" ? parts.filter((part) => part.type === "data-compaction") : [],
  );
}

const sees = async (rooms: FakeRooms): Promise<string[]> =>
  (await preview(rooms, "ses_1", [text("next")])).assembled.texts.map(({ text: words }) => words);

describe("compaction", () => {
  it("lets a summary stand for everything so far, and deletes nothing", async () => {
    const { rooms, session } = opened();
    await send(session, "first words");
    await send(session, "second words");
    expect(await session.compact()).toBeUndefined();
    await session.settled();
    expect(messagesOf(rooms)).toHaveLength(5);
    const [marker] = markers(rooms);
    expect(marker).toMatchObject({ tail_start_id: null, auto: false, report: { messages: 4 } });
    expect(marker?.summary).toContain("first words");
    const seen = await sees(rooms);
    expect(seen).toHaveLength(3);
    expect(seen[1]).toContain(marker?.summary);
    expect(seen[2]).toBe("next");
    expect(session.run.state).toBe("idle");
  });

  it("has pins sent again, since what showed them is gone", async () => {
    const { rooms, session } = opened();
    addPins(rooms.store, "ses_1", [{ id: "note", title: "Note", part: { type: "text", text: "remember" } }]);
    await send(session, "one");
    expect((await sees(rooms)).join()).toContain("unchanged since shown above: Note");
    await session.compact();
    const after = (await sees(rooms)).filter((words) => words.includes("remember"));
    expect(after.join()).toContain("Pinned: Note, as of this turn");
  });

  it("is refused with words when there is nothing to compact, or nothing new since the last", async () => {
    const { rooms, session } = opened();
    expect(await session.compact()).toMatchObject({ code: "nothing-to-compact" });
    await send(session, "one");
    await session.compact();
    expect(await session.compact()).toMatchObject({ code: "nothing-to-compact" });
    expect(markers(rooms)).toHaveLength(1);
    await send(session, "two");
    expect(await session.compact()).toBeUndefined();
  });

  it("holds the turn: what is submitted meanwhile waits behind it, and then goes", async () => {
    const model = new ScriptedModel();
    const { rooms, session } = opened({ answer: (signal) => model.answer(signal) });
    await model.end();
    await send(session, "one");
    const compacting = session.compact();
    await model.called(2);
    expect(session.run.state).toBe("busy");
    const submitted = await session.submit([text("two")]);
    expect(submitted).toMatchObject({ ok: true, queued: true });
    await model.end();
    expect(await compacting).toBeUndefined();
    await model.called(3);
    await model.end();
    await session.settled();
    expect(messagesOf(rooms).map(({ role }) => role)).toEqual(["user", "assistant", "assistant", "user", "assistant"]);
    expect(markers(rooms)[0]?.summary).toBe("answer 2 done");
  });

  it("can be stopped, and leaves the conversation as it was", async () => {
    const model = new ScriptedModel();
    const { rooms, session } = opened({ answer: (signal) => model.answer(signal) });
    await model.end();
    await send(session, "one");
    const compacting = session.compact();
    await model.called(2);
    session.stop();
    expect(await compacting).toMatchObject({ code: "stopped" });
    await session.settled();
    expect(markers(rooms)).toEqual([]);
    expect(session.run.state).toBe("idle");
  });

  it("comes by itself after a turn above 90 %, keeps the last two turns when they are small, and can be switched off", async () => {
    const { rooms, session } = opened();
    await send(session, "word ".repeat(900));
    await send(session, "b");
    const tight = { ...loopback, context_window: 1_750, max_output: 500 };
    rooms.compactsAlone = () => false;
    rooms.model = () => tight;
    await send(session, "c");
    expect(markers(rooms)).toEqual([]);
    rooms.compactsAlone = () => true;
    await send(session, "d");
    const [marker] = markers(rooms);
    const users = messagesOf(rooms).filter(({ role }) => role === "user");
    expect(marker).toMatchObject({ auto: true });
    expect([users[2]?.id, users[3]?.id]).toContain(marker?.tail_start_id);
    const seen = await sees(rooms);
    expect(seen.join()).not.toContain("word ".repeat(100));
    expect(seen).toContain("d");
  });

  it("comes by itself also after an answer that was cut off at its length", async () => {
    const server = await wireServer("openai-chat");
    const model = modelOf("custom", { context_window: 1_100, max_output: 100 });
    const { rooms, session } = opened({ model, access: accessTo("openai-chat", server.url) });
    server.answer = answers["openai-chat"]
      .length()
      .map((piece) => piece.replace(/"prompt_tokens":\d+/, '"prompt_tokens":950'));
    try {
      await send(session, "long story");
      expect(messagesOf(rooms)[1]?.metadata).toMatchObject({ finish: "length" });
      expect(markers(rooms)).toMatchObject([{ auto: true }]);
    } finally {
      await server.close();
    }
  });
});
