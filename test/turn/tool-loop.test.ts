import { describe, expect, it, vi } from "vitest";
import type { AssistantPart } from "../../extension/message/message.ts";
import type { Ask } from "../../extension/protocol/ask.ts";
import { readPermissions } from "../../extension/persist/permissions.ts";
import { ROUNDS, SAME } from "../../extension/turn/loop-guard.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { preview } from "../../extension/preview/preview.ts";
import { fakePorts } from "../fakes/ports.ts";
import { type FakeTool, say, sessionWith, withTools } from "../fakes/tools.ts";

function answers(session: Conversation): AssistantPart[][] {
  return session.snapshot().messages.flatMap((message) => (message.role === "assistant" ? [message.parts] : []));
}

function resultParts(session: Conversation) {
  return answers(session).flatMap((parts) => parts.filter((part) => part.type === "tool-result"));
}

function results(session: Conversation): string[] {
  return resultParts(session).map(({ output }) => output);
}

function lastText(session: Conversation): string {
  return (
    answers(session)
      .at(-1)
      ?.flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("") ?? ""
  );
}

async function asked(session: Conversation, count = 1): Promise<Ask[]> {
  await vi.waitUntil(() => (session.runner.run.asks?.length ?? 0) >= count, { timeout: 5000, interval: 5 });
  return session.runner.run.asks ?? [];
}

const WRITES: FakeTool = { name: "write", changes: true, needs: [{ permission: "write", pattern: "src/a.ts" }] };
const QUESTION: FakeTool = { name: "question" };
const question = 'call question {"question":"Which?","options":[{"label":"red"},{"label":"blue"}]}';

describe("a turn with tools", () => {
  it("runs what the model calls and gives it the results, until it calls nothing more", async () => {
    const { session } = sessionWith([{ name: "look" }, { name: "find" }]);
    await session.runner.submit([say("call look {}\nthen\ncall find {}")]);
    await session.runner.settled();
    const [parts = []] = answers(session);
    expect(parts.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "tool-call", "tool-result", "text"]);
    expect(lastText(session)).toContain("`tool-result` `find` `find ran`");
    expect(session.runner.run.state).toBe("idle");
  });

  it("is one answer on disk, each call with its result, the same after a restart", async () => {
    const { session, ports } = sessionWith([{ name: "look" }]);
    await session.runner.submit([say("call look {}")]);
    await session.runner.settled();
    const { messages } = session.snapshot();
    ports.store.close();
    const again = new Conversation(fakePorts({ path: ports.path }), "ses_1");
    expect(again.snapshot().messages).toEqual(messages);
  });

  it("runs calls of one answer side by side when none changes anything", async () => {
    let running = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return { ok: true as const, output: "" };
    };
    const { session } = sessionWith([{ name: "look", run }]);
    await session.runner.submit([say('call look {"a":1}\ncall look {"a":2}\ncall look {"a":3}')]);
    await session.runner.settled();
    expect(most).toBe(3);
  });

  it("runs calls that change something one after the other, in the order of the answer", async () => {
    const order: unknown[] = [];
    const run = async (input: unknown) => {
      order.push(input, "begin");
      await new Promise((resolve) => setTimeout(resolve, 10));
      order.push("end");
      return { ok: true as const, output: "" };
    };
    const { session } = sessionWith([{ name: "write", changes: true, run }]);
    await session.runner.submit([say("call write 1\ncall write 2")]);
    await session.runner.settled();
    expect(order).toEqual([1, "begin", "end", 2, "begin", "end"]);
  });

  it("tells which calls have not begun, because one before them waits or runs", async () => {
    const held: unknown[] = [];
    const run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      held.push(session.runner.run.held);
      return { ok: true as const, output: "" };
    };
    const { session } = sessionWith([{ name: "write", changes: true, run }, { name: "look" }]);
    await session.runner.submit([say("call look {}\ncall write 1\ncall write 2\ncall write 3")]);
    await session.runner.settled();
    expect(held).toEqual([[expect.any(String), expect.any(String)], [expect.any(String)], undefined]);
    expect(session.runner.run).toEqual({ state: "idle", message_id: null });
  });

  it.each([
    ["one that changes nothing", "call look {}"],
    ["one that fails before it runs", "call nothing {}"],
    ["a question", question],
  ])("keeps that order with %s between them", async (_, between) => {
    let running = 0;
    let most = 0;
    const order: unknown[] = [];
    const run = async (input: unknown) => {
      order.push(input);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return { ok: true as const, output: "" };
    };
    const { session } = sessionWith([{ name: "write", changes: true, run }, { name: "look" }, QUESTION]);
    await session.runner.submit([say(`call write 1\n${between}\ncall write 2\n${between}\ncall write 3`)]);
    await vi.waitUntil(() => order.length === 3);
    for (const { call_id } of session.runner.run.asks ?? [])
      session.runner.reply(call_id, { type: "answer", answers: ["red"] });
    await session.runner.settled();
    expect(order).toEqual([1, 2, 3]);
    expect(most).toBe(1);
  });

  it("tells the model of a tool that does not exist, fails or throws, and goes on", async () => {
    const { session } = sessionWith([
      { name: "bad", run: () => ({ ok: false, output: "no such file; try src/b.ts" }) },
      {
        name: "broken",
        run: () => {
          throw new Error("boom");
        },
      },
    ]);
    await session.runner.submit([say("call nothing {}\ncall bad {}\ncall broken {}")]);
    await session.runner.settled();
    const [parts = []] = answers(session);
    expect(parts.filter((part) => part.type === "tool-result" && part.is_error)).toHaveLength(3);
    expect(results(session).sort()).toEqual([
      "It failed: boom",
      "Unknown tool nothing. Available tools: bad, broken.",
      "no such file; try src/b.ts",
    ]);
    expect(session.runner.run.state).toBe("idle");
  });

  it("sends what was sent before byte for byte, and only appends", async () => {
    const { session, ports } = sessionWith([{ name: "look" }]);
    await session.runner.submit([say("call look {}")]);
    await session.runner.settled();
    await session.runner.submit([say("and now?")]);
    await session.runner.settled();
    const { assembled } = await preview(ports, "ses_1", [say("more")]);
    expect(assembled.manifest.prefix.diverges_at).toBeNull();
    expect(assembled.manifest.history.tool_rounds).toBe(1);
    expect(assembled.manifest.tools).toMatchObject({ count: 1 });
  });

  it("is stopped with every call in a result, and the model can go on from there", async () => {
    const { session } = sessionWith([
      {
        name: "slow",
        run: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener("abort", () => {
              resolve({ ok: false, output: "Stopped." });
            });
          }),
      },
    ]);
    await session.runner.submit([say("call slow 1\ncall slow 2")]);
    await vi.waitUntil(() => answers(session)[0]?.length === 2);
    session.stop();
    await session.runner.settled();
    expect(results(session)).toEqual(["Stopped.", "Stopped."]);
    const [, answer] = session.snapshot().messages;
    expect(answer).toMatchObject({ finish: "stopped" });
    await session.runner.submit([say("hello")]);
    await session.runner.settled();
    expect(lastText(session)).toContain("received");
  });

  it("keeps what does not fit out of the request, oldest results first, and says so", async () => {
    const { session, ports } = sessionWith([{ name: "big", run: () => ({ ok: true, output: "word ".repeat(8_000) }) }]);
    const calls = Array.from({ length: 6 }, (_, index) => `call big ${index}`).join("\nthen\n");
    await session.runner.submit([say(calls)]);
    await session.runner.settled();
    expect(lastText(session)).toContain("received");
    const { assembled } = await preview(ports, "ses_1", [say("x")]);
    expect(assembled.manifest.elided.length).toBeGreaterThan(0);
  });
});

describe("a call that must be allowed", () => {
  it("waits, and runs once it is allowed", async () => {
    const { session } = sessionWith([WRITES]);
    await session.runner.submit([say("call write {}")]);
    const [ask] = await asked(session);
    expect(session.runner.run.state).toBe("waiting");
    expect(ask).toMatchObject({ type: "approval", title: "Use write", needs: WRITES.needs });
    expect(session.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" })).toBe(true);
    await session.runner.settled();
    expect(results(session)).toEqual(["write ran"]);
  });

  it("is not run when it is denied, and the model reads the reason", async () => {
    const ran = vi.fn();
    const { session } = sessionWith([{ ...WRITES, run: ran }]);
    await session.runner.submit([say("call write {}")]);
    const [ask] = await asked(session);
    session.runner.reply(ask?.call_id ?? "", { type: "deny", reason: "not this file" });
    await session.runner.settled();
    expect(ran).not.toHaveBeenCalled();
    expect(results(session)).toEqual(["Denied by the user: not this file"]);
    expect(resultParts(session)).toMatchObject([{ is_error: true, denied: "not this file" }]);
  });

  it.each(["session", "project"] as const)(
    "allowed for the %s is not asked about again, there and for that alone",
    async (scope) => {
      const { session, ports } = sessionWith([
        WRITES,
        { ...WRITES, name: "other", needs: [{ permission: "write", pattern: "src/b.ts" }] },
      ]);
      await session.runner.submit([say("call write {}\nthen\ncall write {}\nthen\ncall other {}")]);
      const [ask] = await asked(session);
      session.runner.reply(ask?.call_id ?? "", { type: "allow", scope });
      await vi.waitUntil(
        () => session.runner.run.asks?.[0]?.type === "approval" && session.runner.run.asks[0].title === "Use other",
      );
      expect(results(session)).toEqual(["write ran", "write ran"]);
      session.stop();
      await session.runner.settled();
      const kept = readPermissions(ports.store, "ses_other");
      expect(kept).toHaveLength(scope === "project" ? 1 : 0);
    },
  );

  it.each(["settings", "manifest"])("is never run when a rule of %s denies it, and nobody is asked", async (from) => {
    const { session, ports } = sessionWith([WRITES]);
    Object.assign(ports, {
      rules: (id: string) =>
        id === "ses_1" ? [{ permission: "write", pattern: "src/a.ts", action: "deny", from }] : [],
    });
    await session.runner.submit([say("call write {}")]);
    await session.runner.settled();
    expect(results(session)[0]).toContain("Denied by a rule: write for src/a.ts");
    expect(resultParts(session)).toMatchObject([{ denied: "rule write for src/a.ts" }]);
  });

  it("ends with a stop, and a late reply does nothing", async () => {
    const { session } = sessionWith([WRITES]);
    await session.runner.submit([say("call write {}")]);
    const [ask] = await asked(session);
    session.stop();
    await session.runner.settled();
    expect(session.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" })).toBe(false);
    expect(results(session)).toEqual(["The user stopped the turn before this ran."]);
  });

  it("shows a change as lines, bounded however large the file is", async () => {
    const before = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join("\n");
    const after = before.replace("line 2500\n", "line new\n");
    const { session } = sessionWith([{ ...WRITES, preview: { type: "diff", path: "src/a.ts", before, after } }]);
    await session.runner.submit([say("call write {}")]);
    const [ask] = await asked(session);
    expect(ask?.type === "approval" && ask.preview?.type === "diff" && ask.preview.lines).toEqual([
      " line 2497",
      " line 2498",
      " line 2499",
      "-line 2500",
      "+line new",
      " line 2501",
      " line 2502",
      " line 2503",
    ]);
    session.stop();
    await session.runner.settled();
  });
});

describe("a question of the model", () => {
  it("is answered in the conversation", async () => {
    const { session } = sessionWith([QUESTION]);
    await session.runner.submit([say(question)]);
    const [ask] = await asked(session);
    expect(ask).toMatchObject({ type: "question", question: "Which?", multiple: false });
    session.runner.reply(ask?.call_id ?? "", { type: "answer", answers: ["blue"] });
    await session.runner.settled();
    expect(results(session)).toEqual(["blue"]);
  });

  it("outlives its window: it waits again, what is sent meanwhile waits behind it, and the answer goes on", async () => {
    const { session, ports } = sessionWith([QUESTION]);
    await session.runner.submit([say(question)]);
    await asked(session);
    session.close();
    const later = withTools(fakePorts({ path: ports.path, owner: "next", isAlive: () => false }), [QUESTION]);
    const again = new Conversations(later).open("ses_1");
    const [ask] = await asked(again);
    expect(again.runner.run.state).toBe("waiting");
    expect(await again.runner.submit([say("and then?")])).toMatchObject({ value: { queued: true } });
    again.runner.reply(ask?.call_id ?? "", { type: "answer", answers: ["red"] });
    await again.runner.settled();
    expect(results(again)).toEqual(["red"]);
    expect(again.snapshot().messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it("that is malformed goes back to the model", async () => {
    const { session } = sessionWith([QUESTION]);
    await session.runner.submit([say("call question {}")]);
    await session.runner.settled();
    expect(results(session)[0]).toContain("Invalid question: ");
  });
});

describe("a loop of calls", () => {
  it(`asks to go on after ${ROUNDS} rounds, and goes on`, async () => {
    const { session } = sessionWith([{ name: "look" }]);
    const calls = Array.from({ length: ROUNDS + 2 }, (_, index) => `call look ${index}`).join("\nthen\n");
    await session.runner.submit([say(calls)]);
    const [ask] = await asked(session);
    expect(ask).toMatchObject({ type: "go-on" });
    session.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" });
    await session.runner.settled();
    expect(results(session)).toHaveLength(ROUNDS + 2);
  });

  it("of the very same call is noticed, and ended when the user says so", async () => {
    const { session } = sessionWith([{ name: "look" }]);
    await session.runner.submit([say(Array.from({ length: 9 }, () => "call look {}").join("\nthen\n"))]);
    const [ask] = await asked(session);
    expect(ask?.type === "go-on" && ask.words).toContain(`${SAME} times with the same input`);
    session.runner.reply(ask?.call_id ?? "", { type: "deny", reason: "" });
    await session.runner.settled();
    expect(session.snapshot().messages.at(-1)).toMatchObject({ finish: "stopped" });
    expect(results(session)).toHaveLength(SAME);
  });
});

describe("a message that steers", () => {
  it("goes into the turn that runs, after the results and before the model's next word", async () => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const { session } = sessionWith([{ name: "look", run }]);
    await session.runner.submit([say("call look {}")]);
    await vi.waitUntil(() => answers(session)[0]?.length === 1);
    await session.runner.submit([say("later")]);
    expect(await session.runner.submit([say("mind the tests")], { steers: true })).toMatchObject({
      value: { queued: true },
    });
    expect(session.snapshot().queue.items.map(({ words }) => words)).toEqual(["mind the tests", "later"]);
    gate.resolve();
    await session.runner.settled();
    const { messages } = session.snapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user", "assistant"]);
    const steered = messages[3];
    expect(JSON.stringify(steered)).toContain("mind the tests");
    expect(JSON.stringify(steered)).toContain("looked");
    expect(messages[1]).toMatchObject({ finish: "tool" });
  });

  it("goes together with others that steer: one answer follows them, and none is left without an end", async () => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const { session } = sessionWith([{ name: "look", run }]);
    await session.runner.submit([say("call look {}")]);
    await vi.waitUntil(() => answers(session)[0]?.length === 1);
    await session.runner.submit([say("first this")], { steers: true });
    await session.runner.submit([say("then that")], { steers: true });
    gate.resolve();
    await session.runner.settled();
    const { messages } = session.snapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user", "assistant"]);
    expect(messages.map((message) => message.role === "assistant" && message.finish)).toEqual([
      false,
      "tool",
      false,
      false,
      "end",
    ]);
    expect(lastText(session)).toMatch(/first this[^]*then that/);
  });

  it("is the next message when no tool is called any more", async () => {
    const { session } = sessionWith([{ name: "look" }]);
    await session.runner.submit([say("hello")]);
    await session.runner.submit([say("first")]);
    await session.runner.submit([say("now")], { steers: true });
    await session.runner.settled();
    const said = session
      .snapshot()
      .messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.parts)] : []));
    expect(said.map((words) => /"text":"(\w+)"/.exec(words)?.[1])).toEqual(["hello", "now", "first"]);
  });

  it("is sent as any other when nothing runs", async () => {
    const { session } = sessionWith([]);
    expect(await session.runner.submit([say("hi")], { steers: true })).toMatchObject({ value: { queued: false } });
    await session.runner.settled();
  });
});

describe("a process that dies under its tools", () => {
  it("leaves calls that are closed as interrupted, and a conversation that goes on", async () => {
    const { session, ports } = sessionWith([{ name: "slow", run: () => new Promise(() => undefined) }]);
    await session.runner.submit([say("call slow {}")]);
    await vi.waitUntil(() => answers(session)[0]?.length === 1);
    const later = withTools(fakePorts({ path: ports.path, owner: "next", isAlive: () => false }), [{ name: "slow" }]);
    const again = new Conversations(later).open("ses_1");
    expect(results(again)[0]).toContain("Interrupted");
    expect(again.snapshot().messages.at(-1)).toMatchObject({ finish: "interrupted" });
    await again.runner.submit([say("hello")]);
    await again.runner.settled();
    expect(lastText(again)).toContain("received");
  });
});
