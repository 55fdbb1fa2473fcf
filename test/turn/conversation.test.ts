import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { openStore } from "../../extension/persist/database/store.ts";
import { savePurpose } from "../../extension/persist/purpose.ts";
import { measureDraft } from "../../extension/preview/meter.ts";
import { BUSY } from "../../extension/turn/conversation/submission.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { preview } from "../../extension/preview/preview.ts";
import { fakePorts } from "../fakes/ports.ts";
import { until } from "../fakes/until.ts";

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

describe("a snapshot", () => {
  it("says whether the conversation is for writing skills", () => {
    const ports = fakePorts();
    createConversation(ports.store, newConversation("ses_1", 1));
    savePurpose(ports.store, "ses_1", "authoring");
    expect(new Conversation(ports, "ses_1").snapshot().writes_skills).toBe(true);
    expect(new Conversation(ports, "ses_2").snapshot().writes_skills).toBeUndefined();
  });
});

describe("a turn", () => {
  it("is on disk, part by part and verbatim, before the model is called", async () => {
    let seen: unknown[] = [];
    const ports = fakePorts({
      async *answer() {
        seen = onDisk(ports.path, "SELECT idx, data_json FROM chat_parts ORDER BY message_id, idx");
        yield await Promise.resolve("ok");
      },
    });
    const conversation = new Conversation(ports, "ses_1");
    const parts = [text("Why "), range, text("?")];
    await conversation.runner.submit(parts);
    await conversation.runner.settled();
    expect(seen).toEqual(parts.map((part, idx) => ({ idx, data_json: JSON.stringify(part) })));
  });

  it("shows the answer it stored, and the same after a restart", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("Look at "), range]);
    await conversation.runner.settled();
    const { messages, session: summary, run } = conversation.snapshot();
    expect(run.state).toBe("idle");
    expect(summary.title).toBe("Look at");
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(messages[1])).toContain("`src/a.ts` lines 2-3");
    ports.store.close();
    const again = new Conversation(fakePorts({ path: ports.path }), "ses_1");
    expect(again.snapshot().messages).toEqual(messages);
  });

  it("tells what it streams as it streams, and the deltas add up to what is stored", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi")]);
    await conversation.runner.settled();
    const streamed = ports.events.map((event) => (event.type === "delta" ? event.text : "")).join("");
    const answer = conversation.snapshot().messages[1];
    expect(answer?.role === "assistant" && answer.parts).toEqual([{ type: "text", text: streamed }]);
  });

  it("sends a past reference as it was, whatever became of the file", async () => {
    const requests: string[] = [];
    const ports = fakePorts({
      async *answer() {
        yield await Promise.resolve("ok");
      },
    });
    ports.languageModel = {
      send: (request) => {
        requests.push(JSON.stringify(request.messages));
        return Promise.resolve(
          (async function* () {
            yield await Promise.resolve("ok");
          })(),
        );
      },
    };
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([range]);
    await conversation.runner.settled();
    ports.files.set("src/a.ts", "changed");
    await conversation.runner.submit([text("and now?")]);
    await conversation.runner.settled();
    expect(requests[1]?.startsWith(requests[0]?.slice(0, -1) ?? "-")).toBe(true);
  });

  it("shows all that has streamed to whoever looks in between, saved or not", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi")]);
    await until(() => ports.events.filter((event) => event.type === "delta").length > 3);
    const streamed = ports.events.map((event) => (event.type === "delta" ? event.text : "")).join("");
    const answer = conversation.snapshot().messages[1];
    expect(answer?.role === "assistant" && answer.parts).toEqual([{ type: "text", text: streamed }]);
    await conversation.runner.settled();
  });

  it("is previewed with everything before it, and costs what it will cost", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi"), range]);
    await conversation.runner.settled();
    const { assembled } = await preview(ports, "ses_1", [text("and?")]);
    expect(assembled.manifest.history.messages).toBe(2);
    const { meter } = await measureDraft(ports, "ses_1", [text("and?")]);
    expect(meter.estimate).toBe(assembled.manifest.estimate);
    await conversation.runner.submit([text("and?")]);
    await conversation.runner.settled();
    const sent = ports.store.all("SELECT data_json FROM manifests ORDER BY id").at(-1) as { data_json: string };
    expect((JSON.parse(sent.data_json) as { estimate: number }).estimate).toBe(meter.estimate);
  });

  it("that is stopped keeps what had arrived and is marked so", async () => {
    const model = held();
    const ports = fakePorts(model);
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi")]);
    await until(() => ports.events.some((event) => event.type === "delta"));
    conversation.stop();
    await conversation.runner.settled();
    expect(conversation.snapshot().messages[1]).toMatchObject({
      finish: "stopped",
      parts: [{ type: "text", text: "half " }],
    });
    expect(conversation.snapshot().run.state).toBe("idle");
  });

  it("never runs beside another in the same session: the second message waits", async () => {
    const model = held();
    const conversation = new Conversation(fakePorts(model), "ses_1");
    await conversation.runner.submit([text("first")]);
    const second = await conversation.runner.submit([text("second")]);
    expect(second).toMatchObject({ ok: true, value: { queued: true } });
    expect(conversation.snapshot().messages).toHaveLength(2);
    model.release();
    await conversation.runner.settled();
    expect(conversation.snapshot().messages).toHaveLength(4);
  });

  it("never runs beside another window's turn, but a dead window's turn holds nothing", async () => {
    const model = held();
    const mine = fakePorts(model);
    await new Conversation(mine, "ses_1").runner.submit([text("first")]);
    const other = { path: mine.path, owner: "other" };
    const waits = await new Conversation(fakePorts({ ...other, isAlive: () => true }), "ses_1").runner.submit([
      text("x"),
    ]);
    expect(waits).toMatchObject({ ok: true, value: { queued: true } });
    const freed = await new Conversation(fakePorts({ ...other, isAlive: () => false }), "ses_1").runner.submit([
      text("x"),
    ]);
    expect(freed).toMatchObject({ ok: true, value: { queued: false } });
    model.release();
  });

  it("with nothing in it is not sent", async () => {
    const ports = fakePorts();
    for (const parts of [[], [text("  \n ")]]) {
      expect(await new Conversation(ports, "ses_1").runner.submit(parts)).toMatchObject({
        ok: false,
        failure: { code: "blank" },
      });
    }
    expect(onDisk(ports.path, "SELECT * FROM chat_messages")).toEqual([]);
  });

  it("goes with a placeholder when a file is gone", async () => {
    const conversation = new Conversation(fakePorts(), "ses_1");
    await conversation.runner.submit([text("see "), { type: "file-ref", ref: { kind: "path", path: "gone.ts" } }]);
    await conversation.runner.settled();
    expect(JSON.stringify(conversation.snapshot().messages[1])).toContain("gone.ts");
    expect(conversation.snapshot().run.state).toBe("idle");
  });

  it("that fails says so and leaves the session free for the next", async () => {
    let calls = 0;
    const ports = fakePorts({
      async *answer() {
        yield await Promise.resolve("half");
        calls += 1;
        if (calls === 1) throw new Error("the line was cut");
      },
    });
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi")]);
    await conversation.runner.settled();
    expect(conversation.snapshot()).toMatchObject({ run: { state: "error" } });
    expect(conversation.snapshot().messages[1]).toMatchObject({
      finish: "error",
      error: expect.stringContaining("the line was cut") as string,
    });
    expect((await conversation.runner.submit([text("again")])).ok).toBe(true);
    await conversation.runner.settled();
    expect(conversation.snapshot().run.state).toBe("idle");
  });

  it("cut off by a crash shows what had arrived, as interrupted", async () => {
    const model = held();
    const ports = fakePorts(model);
    await new Conversation(ports, "ses_1").runner.submit([text("hi")]);
    await model.called;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = new Conversations(fakePorts({ path: ports.path, owner: "after", isAlive: () => false })).open(
      "ses_1",
    );
    expect(after.snapshot().messages[1]).toMatchObject({
      finish: "interrupted",
      parts: [{ type: "text", text: "half " }],
    });
    model.release();
  });
});

describe("a draft", () => {
  it("survives a restart with its chips, and ends when it is sent", async () => {
    const ports = fakePorts();
    new Conversation(ports, "ses_1").input.save({ parts: [text("unsent "), range] });
    const conversation = new Conversation(fakePorts({ path: ports.path }), "ses_1");
    expect(conversation.input.draft.parts).toEqual([text("unsent "), range]);
    await conversation.input.submit(conversation.input.draft);
    expect(conversation.input.draft.parts).toEqual([]);
    await conversation.runner.settled();
  });

  it("stays stored until its message is on disk, whatever is typed meanwhile", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const read = ports.readFile;
    ports.readFile = async (target) => {
      conversation.input.save({ parts: [] });
      conversation.input.save({ parts: [text("next")] });
      expect(onDisk(ports.path, "SELECT data_json FROM drafts")).toEqual([
        { data_json: JSON.stringify({ parts: [range] }) },
      ]);
      return read(target);
    };
    expect((await conversation.input.submit({ parts: [range] })).ok).toBe(true);
    expect(conversation.input.draft.parts).toEqual([text("next")]);
    await conversation.runner.settled();
  });

  it("stays stored while it is looked at, and gives way to nothing that is typed meanwhile", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const first = { parts: [text("first")] };
    const sent = await conversation.input.inLine(first, () => {
      conversation.input.save({ parts: [text("next")] });
      expect(storedDraft(ports.path)).toEqual(first);
      return conversation.input.submit(first);
    });
    expect(sent.ok).toBe(true);
    expect(conversation.input.draft.parts).toEqual([text("next")]);
    const second = { parts: [text("second")] };
    const refused = await conversation.input.inLine(second, () => {
      conversation.input.save({ parts: [text("third")] });
      return Promise.resolve(conversation.input.refuse(second, BUSY));
    });
    expect(refused).toEqual({ ok: false, failure: BUSY });
    expect(conversation.input.draft.parts).toEqual([text("second"), text("third")]);
    await conversation.runner.settled();
  });

  it("that was sent is not in the input of whoever comes back to it, only what was typed since", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const draft = { parts: [text("sent")] };
    await conversation.input.inLine(draft, () => {
      expect(conversation.snapshot()).toMatchObject({ draft: { parts: [] }, sending: true });
      conversation.input.save({ parts: [text("since")] });
      expect(conversation.snapshot().draft.parts).toEqual([text("since")]);
      // A process that is killed now has not lost it.
      expect(new Conversation(fakePorts({ path: ports.path }), "ses_1").input.draft).toEqual(draft);
      return conversation.input.submit(draft);
    });
    expect(conversation.snapshot()).not.toHaveProperty("sending");
    expect(storedDraft(ports.path)).toEqual({ parts: [text("since")] });
    await conversation.runner.settled();
  });

  it("waits for those that were sent before it, and all of them stay stored", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const first = { parts: [text("first")] };
    const second = { parts: [text("second")] };
    const gate = Promise.withResolvers<void>();
    const sending = conversation.input.inLine(first, async () => {
      await gate.promise;
      return conversation.input.submit(first);
    });
    const next = conversation.input.inLine(second, () => {
      expect(storedDraft(ports.path)).toEqual(second);
      return conversation.input.submit(second);
    });
    conversation.input.save({ parts: [text("third")] });
    expect(storedDraft(ports.path)).toEqual({ parts: [text("first"), text("\n"), text("second")] });
    gate.resolve();
    expect(await sending).toMatchObject({ ok: true, value: { queued: false } });
    expect(await next).toMatchObject({ ok: true, value: { queued: true } });
    expect(storedDraft(ports.path)).toEqual({ parts: [text("third")] });
    await conversation.runner.settled();
  });

  it("that is sent while something is kept for later does not end with that", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const gate = Promise.withResolvers<void>();
    const read = ports.readFile;
    ports.readFile = async (target) => {
      await gate.promise;
      return read(target);
    };
    const keeping = conversation.input.keep([text("later "), range]);
    const draft = { parts: [text("now")] };
    await conversation.input.inLine(draft, async () => {
      gate.resolve();
      expect(await keeping).toMatchObject({ ok: true });
      expect(storedDraft(ports.path)).toEqual(draft);
      return conversation.input.submit(draft);
    });
    await conversation.runner.settled();
  });

  it("of the user is left alone when another extension submits", async () => {
    const conversation = new Conversation(fakePorts(), "ses_1");
    conversation.input.save({ parts: [text("mine")] });
    await conversation.runner.submit([text("theirs")]);
    expect(conversation.input.draft.parts).toEqual([text("mine")]);
    await conversation.runner.settled();
  });

  it("comes back whole when the disk refuses the message", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    const transaction = ports.store.transaction;
    ports.store.transaction = (work) => {
      const result = transaction(work);
      ports.store.transaction = () => {
        throw new Error("database or disk is full");
      };
      return result;
    };
    const result = await conversation.input.submit({ parts: [text("precious")] });
    expect(result).toMatchObject({
      ok: false,
      failure: { stage: "persist", message: expect.stringContaining("disk is full") as string },
    });
    expect(conversation.input.draft.parts).toEqual([text("precious")]);
  });

  it("that the disk refuses is said once, not at every key", () => {
    const ports = fakePorts();
    ports.store.run = () => {
      throw new Error("the disk is full");
    };
    const conversation = new Conversation(ports, "ses_1");
    for (const words of ["a", "ab", "abc"]) conversation.input.save({ parts: [text(words)] });
    expect(ports.events.filter((event) => event.type === "failure")).toHaveLength(1);
  });

  it.each([
    ["is not the draft again when it has been sent", true, []],
    ["is stored later when it was not sent either", false, [text("precious")]],
  ])("that the disk refuses as it is sent %s", async (_, isSent, expected) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const ports = fakePorts();
      const conversation = new Conversation(ports, "ses_1");
      const { run, transaction } = ports.store;
      ports.store.run = (sql, ...values) => {
        if (sql.startsWith("INSERT INTO drafts")) throw new Error("database is locked");
        return run(sql, ...values);
      };
      if (!isSent)
        ports.store.transaction = () => {
          throw new Error("database is locked");
        };
      expect(await conversation.input.submit({ parts: [text("precious")] })).toMatchObject({ ok: isSent });
      Object.assign(ports.store, { run, transaction });
      vi.advanceTimersByTime(3_000);
      expect(conversation.input.draft.parts).toEqual(expected);
      vi.useRealTimers();
      await conversation.runner.settled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("that is not readable any more does not stop the session", () => {
    const ports = fakePorts();
    new Conversation(ports, "ses_1").input.save({ parts: [text("x")] });
    const db = openStore(ports.path);
    for (const nonsense of ['{"parts":[{"type":"nonsense"}]}', "not JSON"]) {
      db.run("UPDATE drafts SET data_json = ?", nonsense);
      expect(new Conversation(ports, "ses_1").input.draft.parts).toEqual([]);
    }
  });
});
