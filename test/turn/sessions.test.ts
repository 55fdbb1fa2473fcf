import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { readSession } from "../../extension/persist/sessions.ts";
import type { Session } from "../../extension/turn/conversation/session.ts";
import { Sessions } from "../../extension/turn/conversation/sessions.ts";
import { fakeRooms } from "../fakes/rooms.ts";
import { ScriptedModel } from "../fakes/scripted-model.ts";
import { say, sessionWith, withTools } from "../fakes/tools.ts";

const QUESTION = { name: "question" };
const question = 'call question {"question":"Which?","options":[{"label":"red"},{"label":"blue"}]}';

async function asked(session: Session): Promise<string> {
  await vi.waitUntil(() => session.run.asks?.length === 1, { timeout: 5000, interval: 5 });
  return session.run.asks?.[0]?.call_id ?? "";
}

describe("a conversation that is opened", () => {
  it("is one Session, also for whoever looks at it while its question is asked again", async () => {
    const { session, rooms } = sessionWith([QUESTION]);
    await session.submit([say(question)]);
    await asked(session);
    session.close();
    const later = withTools(fakeRooms({ path: rooms.path, owner: "next", isAlive: () => false }), [QUESTION]);
    const sessions = new Sessions(later);
    const seen = new Set<Session>();
    // As the panes do: the keys of VS Code follow the queue of what they show.
    const { emit } = later;
    later.emit = (event) => {
      emit(event);
      if (event.type !== "run" || seen.size > 3) return;
      seen.add(sessions.open(event.session_id));
    };
    const again = sessions.open("ses_1");
    again.reply(await asked(again), { type: "answer", answers: ["red"] });
    await again.settled();
    expect([...seen]).toEqual([again]);
    expect(later.events.filter((event) => event.type === "run" && event.run.state === "waiting")).toHaveLength(1);
  });
});

describe("a conversation that is new", () => {
  it("tells when it is on disk: not before something is written in it", () => {
    const rooms = fakeRooms();
    const stored = vi.fn((id: string) => readSession(rooms.store, id)?.id);
    rooms.stored = stored;
    const session = new Sessions(rooms).open("ses_1");
    session.saveDraft({ parts: [] });
    expect(stored).not.toHaveBeenCalled();
    session.saveDraft({ parts: [say("hi")] });
    expect(stored).toHaveReturnedWith("ses_1");
  });
});

describe("a conversation that another window has gone on with", () => {
  const ref: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } };

  it("is read again from the disk when nothing of it is here alone", () => {
    const sessions = new Sessions(fakeRooms());
    const before = sessions.open("ses_1");
    sessions.reread("ses_1");
    expect(sessions.open("ses_1")).not.toBe(before);
  });

  it("stays the one that a message is on its way in, so that Stop and what is sent next find it", async () => {
    const isAlive = (): boolean => true;
    const there = new ScriptedModel();
    const first = fakeRooms({ owner: "there", isAlive, answer: (signal) => there.answer(signal) });
    const other = new Sessions(first).open("ses_1");
    await other.submit([say("first")]);
    await there.called(1);
    const here = new ScriptedModel();
    const rooms = fakeRooms({ path: first.path, owner: "here", isAlive, answer: (signal) => here.answer(signal) });
    const gate = Promise.withResolvers<void>();
    const { readFile } = rooms;
    rooms.readFile = (wanted) => gate.promise.then(() => readFile(wanted));
    const sessions = new Sessions(rooms);
    const session = sessions.open("ses_1");
    const sending = session.submit([ref]);
    await there.end();
    await other.settled();
    expect(session.run.state).toBe("idle");
    sessions.reread("ses_1");
    gate.resolve();
    expect(await sending).toMatchObject({ ok: true });
    await here.called(1);
    const now = sessions.open("ses_1");
    expect(now.run.state).toBe("busy");
    expect(await now.submit([say("next")])).toMatchObject({ queued: true });
    now.stop("hold");
    await session.settled();
    expect(here.calls).toBe(1);
    sessions.reread("ses_1");
    expect(sessions.open("ses_1")).not.toBe(session);
  });

  it("stays while its draft waits for a disk that refuses", () => {
    vi.useFakeTimers();
    try {
      const rooms = fakeRooms();
      const sessions = new Sessions(rooms);
      const session = sessions.open("ses_1");
      const { run } = rooms.store;
      rooms.store.run = () => {
        throw new Error("database is locked");
      };
      session.saveDraft({ parts: [say("mine")] });
      sessions.reread("ses_1");
      expect(sessions.open("ses_1")).toBe(session);
      rooms.store.run = run;
      vi.advanceTimersByTime(3_000);
      sessions.reread("ses_1");
      expect(sessions.open("ses_1")).not.toBe(session);
      expect(sessions.open("ses_1").draft().parts).toEqual([say("mine")]);
    } finally {
      vi.useRealTimers();
    }
  });
});
