import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { BUSY } from "../../extension/turn/conversation/submission.ts";
import { Session } from "../../extension/turn/conversation/session.ts";
import { Sessions } from "../../extension/turn/conversation/sessions.ts";
import { preview } from "../../extension/preview/preview.ts";
import { fakeRooms } from "../fakes/rooms.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const range: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };

/** What another process would see on disk. */
function onDisk(path: string, sql: string): unknown[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

/** What a process that starts now would find in the input. */
function storedDraft(path: string): unknown {
  const [row] = onDisk(path, "SELECT data_json FROM drafts") as { data_json: string }[];
  return row && (JSON.parse(row.data_json) as unknown);
}

function held(): {
  answer: (signal: AbortSignal) => AsyncIterable<string>;
  called: Promise<void>;
  release: () => void;
} {
  const called = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  return {
    called: called.promise,
    release: gate.resolve,
    async *answer(signal) {
      called.resolve();
      yield "half ";
      await Promise.race([gate.promise, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
      yield "done";
    },
  };
}

describe("a turn", () => {
  it("is on disk, part by part and verbatim, before the model is called", async () => {
    let seen: unknown[] = [];
    const rooms = fakeRooms({
      async *answer() {
        seen = onDisk(rooms.path, "SELECT idx, data_json FROM chat_parts ORDER BY message_id, idx");
        yield await Promise.resolve("ok");
      },
    });
    const session = new Session(rooms, "ses_1");
    const parts = [text("Why "), range, text("?")];
    await session.submit(parts);
    await session.settled();
    expect(seen).toEqual(parts.map((part, idx) => ({ idx, data_json: JSON.stringify(part) })));
  });

  it("shows the answer it stored, and the same after a restart", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    await session.submit([text("Look at "), range]);
    await session.settled();
    const { messages, session: summary, run } = session.snapshot();
    expect(run.state).toBe("idle");
    expect(summary.title).toBe("Look at");
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(messages[1])).toContain("`src/a.ts` lines 2-3");
    rooms.store.close();
    const again = new Session(fakeRooms({ path: rooms.path }), "ses_1");
    expect(again.snapshot().messages).toEqual(messages);
  });

  it("tells what it streams as it streams, and the deltas add up to what is stored", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    await session.submit([text("hi")]);
    await session.settled();
    const streamed = rooms.events.map((event) => (event.type === "delta" ? event.text : "")).join("");
    const answer = session.snapshot().messages[1];
    expect(answer?.role === "assistant" && answer.parts).toEqual([{ type: "text", text: streamed }]);
  });

  it("sends a past reference as it was, whatever became of the file", async () => {
    const requests: string[] = [];
    const rooms = fakeRooms({
      async *answer() {
        yield await Promise.resolve("ok");
      },
    });
    rooms.languageModel = {
      send: (request) => {
        requests.push(JSON.stringify(request.messages));
        return Promise.resolve(
          (async function* () {
            yield await Promise.resolve("ok");
          })(),
        );
      },
    };
    const session = new Session(rooms, "ses_1");
    await session.submit([range]);
    await session.settled();
    rooms.files.set("src/a.ts", "changed");
    await session.submit([text("and now?")]);
    await session.settled();
    expect(requests[1]?.startsWith(requests[0]?.slice(0, -1) ?? "-")).toBe(true);
  });

  it("shows all that has streamed to whoever looks in between, saved or not", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    await session.submit([text("hi")]);
    await vi.waitUntil(() => rooms.events.filter((event) => event.type === "delta").length > 3);
    const streamed = rooms.events.map((event) => (event.type === "delta" ? event.text : "")).join("");
    const answer = session.snapshot().messages[1];
    expect(answer?.role === "assistant" && answer.parts).toEqual([{ type: "text", text: streamed }]);
    await session.settled();
  });

  it("is previewed with everything before it, and costs what it will cost", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    await session.submit([text("hi"), range]);
    await session.settled();
    const { assembled } = await preview(rooms, "ses_1", [text("and?")]);
    expect(assembled.manifest.history.messages).toBe(2);
    const { meter } = await measureDraft(rooms, "ses_1", [text("and?")]);
    expect(meter.estimate).toBe(assembled.manifest.estimate);
    await session.submit([text("and?")]);
    await session.settled();
    const sent = rooms.store.all("SELECT data_json FROM manifests ORDER BY id").at(-1) as { data_json: string };
    expect((JSON.parse(sent.data_json) as { estimate: number }).estimate).toBe(meter.estimate);
  });

  it("that is stopped keeps what had arrived and is marked so", async () => {
    const model = held();
    const rooms = fakeRooms(model);
    const session = new Session(rooms, "ses_1");
    await session.submit([text("hi")]);
    await vi.waitUntil(() => rooms.events.some((event) => event.type === "delta"));
    session.stop();
    await session.settled();
    expect(session.snapshot().messages[1]).toMatchObject({
      finish: "stopped",
      parts: [{ type: "text", text: "half " }],
    });
    expect(session.snapshot().run.state).toBe("idle");
  });

  it("never runs beside another in the same session: the second message waits", async () => {
    const model = held();
    const session = new Session(fakeRooms(model), "ses_1");
    await session.submit([text("first")]);
    const second = await session.submit([text("second")]);
    expect(second).toMatchObject({ ok: true, queued: true });
    expect(session.snapshot().messages).toHaveLength(2);
    model.release();
    await session.settled();
    expect(session.snapshot().messages).toHaveLength(4);
  });

  it("never runs beside another window's turn, but a dead window's turn holds nothing", async () => {
    const model = held();
    const mine = fakeRooms(model);
    await new Session(mine, "ses_1").submit([text("first")]);
    const other = { path: mine.path, owner: "other" };
    const waits = await new Session(fakeRooms({ ...other, isAlive: () => true }), "ses_1").submit([text("x")]);
    expect(waits).toMatchObject({ ok: true, queued: true });
    const freed = await new Session(fakeRooms({ ...other, isAlive: () => false }), "ses_1").submit([text("x")]);
    expect(freed).toMatchObject({ ok: true, queued: false });
    model.release();
  });

  it("with nothing in it is not sent", async () => {
    const rooms = fakeRooms();
    for (const parts of [[], [text("  \n ")]]) {
      expect(await new Session(rooms, "ses_1").submit(parts)).toMatchObject({ ok: false, failure: { code: "blank" } });
    }
    expect(onDisk(rooms.path, "SELECT * FROM chat_messages")).toEqual([]);
  });

  it("goes with a placeholder when a file is gone", async () => {
    const session = new Session(fakeRooms(), "ses_1");
    await session.submit([text("see "), { type: "file-ref", ref: { kind: "path", path: "gone.ts" } }]);
    await session.settled();
    expect(JSON.stringify(session.snapshot().messages[1])).toContain("gone.ts");
    expect(session.snapshot().run.state).toBe("idle");
  });

  it("that fails says so and leaves the session free for the next", async () => {
    let calls = 0;
    const rooms = fakeRooms({
      async *answer() {
        yield await Promise.resolve("half");
        calls += 1;
        if (calls === 1) throw new Error("the line was cut");
      },
    });
    const session = new Session(rooms, "ses_1");
    await session.submit([text("hi")]);
    await session.settled();
    expect(session.snapshot()).toMatchObject({ run: { state: "error" } });
    expect(session.snapshot().messages[1]).toMatchObject({
      finish: "error",
      error: expect.stringContaining("the line was cut") as string,
    });
    expect((await session.submit([text("again")])).ok).toBe(true);
    await session.settled();
    expect(session.snapshot().run.state).toBe("idle");
  });

  it("cut off by a crash shows what had arrived, as interrupted", async () => {
    const model = held();
    const rooms = fakeRooms(model);
    await new Session(rooms, "ses_1").submit([text("hi")]);
    await model.called;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = new Sessions(fakeRooms({ path: rooms.path, owner: "after", isAlive: () => false })).open("ses_1");
    expect(after.snapshot().messages[1]).toMatchObject({
      finish: "interrupted",
      parts: [{ type: "text", text: "half " }],
    });
    model.release();
  });
});

describe("a draft", () => {
  it("survives a restart with its chips, and ends when it is sent", async () => {
    const rooms = fakeRooms();
    new Session(rooms, "ses_1").saveDraft({ parts: [text("unsent "), range] });
    const session = new Session(fakeRooms({ path: rooms.path }), "ses_1");
    expect(session.draft().parts).toEqual([text("unsent "), range]);
    await session.submitDraft(session.draft());
    expect(session.draft().parts).toEqual([]);
    await session.settled();
  });

  it("stays stored until its message is on disk, whatever is typed meanwhile", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const read = rooms.readFile;
    rooms.readFile = async (target) => {
      session.saveDraft({ parts: [] });
      session.saveDraft({ parts: [text("next")] });
      expect(onDisk(rooms.path, "SELECT data_json FROM drafts")).toEqual([
        { data_json: JSON.stringify({ parts: [range] }) },
      ]);
      return read(target);
    };
    expect((await session.submitDraft({ parts: [range] })).ok).toBe(true);
    expect(session.draft().parts).toEqual([text("next")]);
    await session.settled();
  });

  it("stays stored while it is looked at, and gives way to nothing that is typed meanwhile", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const first = { parts: [text("first")] };
    const sent = await session.inLine(first, () => {
      session.saveDraft({ parts: [text("next")] });
      expect(storedDraft(rooms.path)).toEqual(first);
      return session.submitDraft(first);
    });
    expect(sent.ok).toBe(true);
    expect(session.draft().parts).toEqual([text("next")]);
    const second = { parts: [text("second")] };
    const refused = await session.inLine(second, () => {
      session.saveDraft({ parts: [text("third")] });
      return Promise.resolve(session.refuseDraft(second, BUSY));
    });
    expect(refused).toEqual({ ok: false, failure: BUSY });
    expect(session.draft().parts).toEqual([text("second"), text("third")]);
    await session.settled();
  });

  it("that was sent is not in the input of whoever comes back to it, only what was typed since", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const draft = { parts: [text("sent")] };
    await session.inLine(draft, () => {
      expect(session.snapshot()).toMatchObject({ draft: { parts: [] }, sending: true });
      session.saveDraft({ parts: [text("since")] });
      expect(session.snapshot().draft.parts).toEqual([text("since")]);
      // A process that is killed now has not lost it.
      expect(new Session(fakeRooms({ path: rooms.path }), "ses_1").draft()).toEqual(draft);
      return session.submitDraft(draft);
    });
    expect(session.snapshot()).not.toHaveProperty("sending");
    expect(storedDraft(rooms.path)).toEqual({ parts: [text("since")] });
    await session.settled();
  });

  it("waits for those that were sent before it, and all of them stay stored", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const first = { parts: [text("first")] };
    const second = { parts: [text("second")] };
    const gate = Promise.withResolvers<void>();
    const sending = session.inLine(first, async () => {
      await gate.promise;
      return session.submitDraft(first);
    });
    const next = session.inLine(second, () => {
      expect(storedDraft(rooms.path)).toEqual(second);
      return session.submitDraft(second);
    });
    session.saveDraft({ parts: [text("third")] });
    expect(storedDraft(rooms.path)).toEqual({ parts: [text("first"), text("\n"), text("second")] });
    gate.resolve();
    expect(await sending).toMatchObject({ ok: true, queued: false });
    expect(await next).toMatchObject({ ok: true, queued: true });
    expect(storedDraft(rooms.path)).toEqual({ parts: [text("third")] });
    await session.settled();
  });

  it("that is sent while something is kept for later does not end with that", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const gate = Promise.withResolvers<void>();
    const read = rooms.readFile;
    rooms.readFile = async (target) => {
      await gate.promise;
      return read(target);
    };
    const keeping = session.keep([text("later "), range]);
    const draft = { parts: [text("now")] };
    await session.inLine(draft, async () => {
      gate.resolve();
      expect(await keeping).toMatchObject({ ok: true });
      expect(storedDraft(rooms.path)).toEqual(draft);
      return session.submitDraft(draft);
    });
    await session.settled();
  });

  it("of the user is left alone when another extension submits", async () => {
    const session = new Session(fakeRooms(), "ses_1");
    session.saveDraft({ parts: [text("mine")] });
    await session.submit([text("theirs")]);
    expect(session.draft().parts).toEqual([text("mine")]);
    await session.settled();
  });

  it("comes back whole when the disk refuses the message", async () => {
    const rooms = fakeRooms();
    const session = new Session(rooms, "ses_1");
    const transaction = rooms.store.transaction;
    rooms.store.transaction = (work) => {
      const result = transaction(work);
      rooms.store.transaction = () => {
        throw new Error("database or disk is full");
      };
      return result;
    };
    const result = await session.submitDraft({ parts: [text("precious")] });
    expect(result).toMatchObject({
      ok: false,
      failure: { stage: "persist", message: expect.stringContaining("disk is full") as string },
    });
    expect(session.draft().parts).toEqual([text("precious")]);
  });

  it("that the disk refuses is said once, not at every key", () => {
    const rooms = fakeRooms();
    rooms.store.run = () => {
      throw new Error("the disk is full");
    };
    const session = new Session(rooms, "ses_1");
    for (const words of ["a", "ab", "abc"]) session.saveDraft({ parts: [text(words)] });
    expect(rooms.events.filter((event) => event.type === "failure")).toHaveLength(1);
  });

  it.each([
    ["is not the draft again when it has been sent", true, []],
    ["is stored later when it was not sent either", false, [text("precious")]],
  ])("that the disk refuses as it is sent %s", async (_, isSent, expected) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const rooms = fakeRooms();
      const session = new Session(rooms, "ses_1");
      const { run, transaction } = rooms.store;
      rooms.store.run = (sql, ...values) => {
        if (sql.startsWith("INSERT INTO drafts")) throw new Error("database is locked");
        return run(sql, ...values);
      };
      if (!isSent)
        rooms.store.transaction = () => {
          throw new Error("database is locked");
        };
      expect(await session.submitDraft({ parts: [text("precious")] })).toMatchObject({ ok: isSent });
      Object.assign(rooms.store, { run, transaction });
      vi.advanceTimersByTime(3_000);
      expect(session.draft().parts).toEqual(expected);
      vi.useRealTimers();
      await session.settled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("that is not readable any more does not stop the session", () => {
    const rooms = fakeRooms();
    new Session(rooms, "ses_1").saveDraft({ parts: [text("x")] });
    const db = openStore(rooms.path);
    for (const nonsense of ['{"parts":[{"type":"nonsense"}]}', "not JSON"]) {
      db.run("UPDATE drafts SET data_json = ?", nonsense);
      expect(new Session(rooms, "ses_1").draft().parts).toEqual([]);
    }
  });
});
