import { describe, expect, it, vi } from "vitest";
import type { AssistantPart } from "../../extension/message/message.ts";
import type { Ask } from "../../extension/protocol/ask.ts";
import { readPermissions } from "../../extension/persist/permissions.ts";
import { ROUNDS, SAME } from "../../extension/turn/tools/loop-guard.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { Conversations } from "../../extension/turn/conversation/conversations.ts";
import { preview } from "../../extension/preview/preview.ts";
import { fakePorts } from "../fakes/ports.ts";
import { type FakeTool, say, conversationWith, withTools } from "../fakes/tools.ts";
import { until } from "../fakes/until.ts";

function answers(conversation: Conversation): AssistantPart[][] {
  return conversation.snapshot().messages.flatMap((message) => (message.role === "assistant" ? [message.parts] : []));
}

function resultParts(conversation: Conversation) {
  return answers(conversation).flatMap((parts) => parts.filter((part) => part.type === "tool-result"));
}

function results(conversation: Conversation): string[] {
  return resultParts(conversation).map(({ output }) => output);
}

function lastText(conversation: Conversation): string {
  return (
    answers(conversation)
      .at(-1)
      ?.flatMap((part) => (part.type === "text" ? [part.text] : []))
      .join("") ?? ""
  );
}

async function asked(conversation: Conversation, count = 1): Promise<Ask[]> {
  await until(() => (conversation.runner.run.asks?.length ?? 0) >= count);
  return conversation.runner.run.asks ?? [];
}

const WRITES: FakeTool = { name: "write", changes: true, needs: [{ permission: "write", pattern: "src/a.ts" }] };
const QUESTION: FakeTool = { name: "question" };
const question = 'call question {"question":"Which?","options":[{"label":"red"},{"label":"blue"}]}';

describe("a turn with tools", () => {
  it("runs what the model calls and gives it the results, until it calls nothing more", async () => {
    const { conversation } = conversationWith([{ name: "look" }, { name: "find" }]);
    await conversation.runner.submit([say("call look {}\nthen\ncall find {}")]);
    await conversation.runner.settled();
    const [parts = []] = answers(conversation);
    expect(parts.map(({ type }) => type)).toEqual(["tool-call", "tool-result", "tool-call", "tool-result", "text"]);
    expect(lastText(conversation)).toContain("`tool-result` `find` `find ran`");
    expect(conversation.runner.run.state).toBe("idle");
  });

  it("is one answer on disk, each call with its result, the same after a restart", async () => {
    const { conversation, ports } = conversationWith([{ name: "look" }]);
    await conversation.runner.submit([say("call look {}")]);
    await conversation.runner.settled();
    const { messages } = conversation.snapshot();
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
    const { conversation } = conversationWith([{ name: "look", run }]);
    await conversation.runner.submit([say('call look {"a":1}\ncall look {"a":2}\ncall look {"a":3}')]);
    await conversation.runner.settled();
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
    const { conversation } = conversationWith([{ name: "write", changes: true, run }]);
    await conversation.runner.submit([say("call write 1\ncall write 2")]);
    await conversation.runner.settled();
    expect(order).toEqual([1, "begin", "end", 2, "begin", "end"]);
  });

  it("tells which calls have not begun, because one before them waits or runs", async () => {
    const held: unknown[] = [];
    const run = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      held.push(conversation.runner.run.held);
      return { ok: true as const, output: "" };
    };
    const { conversation } = conversationWith([{ name: "write", changes: true, run }, { name: "look" }]);
    await conversation.runner.submit([say("call look {}\ncall write 1\ncall write 2\ncall write 3")]);
    await conversation.runner.settled();
    expect(held).toEqual([[expect.any(String), expect.any(String)], [expect.any(String)], undefined]);
    expect(conversation.runner.run).toEqual({ state: "idle", message_id: null });
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
    const { conversation } = conversationWith([{ name: "write", changes: true, run }, { name: "look" }, QUESTION]);
    await conversation.runner.submit([say(`call write 1\n${between}\ncall write 2\n${between}\ncall write 3`)]);
    await until(() => order.length === 3);
    for (const { call_id } of conversation.runner.run.asks ?? [])
      conversation.runner.reply(call_id, { type: "answer", answers: ["red"] });
    await conversation.runner.settled();
    expect(order).toEqual([1, 2, 3]);
    expect(most).toBe(1);
  });

  it("tells the model of a tool that does not exist, fails or throws, and goes on", async () => {
    const { conversation } = conversationWith([
      { name: "bad", run: () => ({ ok: false, output: "no such file; try src/b.ts" }) },
      {
        name: "broken",
        run: () => {
          throw new Error("boom");
        },
      },
    ]);
    await conversation.runner.submit([say("call nothing {}\ncall bad {}\ncall broken {}")]);
    await conversation.runner.settled();
    const [parts = []] = answers(conversation);
    expect(parts.filter((part) => part.type === "tool-result" && part.is_error)).toHaveLength(3);
    expect(results(conversation).sort()).toEqual([
      "It failed: boom",
      "Unknown tool nothing. Available tools: bad, broken.",
      "no such file; try src/b.ts",
    ]);
    expect(conversation.runner.run.state).toBe("idle");
  });

  it("sends what was sent before byte for byte, and only appends", async () => {
    const { conversation, ports } = conversationWith([{ name: "look" }]);
    await conversation.runner.submit([say("call look {}")]);
    await conversation.runner.settled();
    await conversation.runner.submit([say("and now?")]);
    await conversation.runner.settled();
    const { assembled } = await preview(ports, "ses_1", [say("more")]);
    expect(assembled.manifest.prefix.diverges_at).toBeNull();
    expect(assembled.manifest.history.tool_rounds).toBe(1);
    expect(assembled.manifest.tools).toMatchObject({ count: 1 });
  });

  it("is stopped with every call in a result, and the model can go on from there", async () => {
    const { conversation } = conversationWith([
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
    await conversation.runner.submit([say("call slow 1\ncall slow 2")]);
    await until(() => answers(conversation)[0]?.length === 2);
    conversation.stop();
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["Stopped.", "Stopped."]);
    const [, answer] = conversation.snapshot().messages;
    expect(answer).toMatchObject({ finish: "stopped" });
    await conversation.runner.submit([say("hello")]);
    await conversation.runner.settled();
    expect(lastText(conversation)).toContain("received");
  });

  it("keeps what does not fit out of the request, oldest results first, and says so", async () => {
    const { conversation, ports } = conversationWith([
      { name: "big", run: () => ({ ok: true, output: "word ".repeat(8_000) }) },
    ]);
    const calls = Array.from({ length: 6 }, (_, index) => `call big ${index}`).join("\nthen\n");
    await conversation.runner.submit([say(calls)]);
    await conversation.runner.settled();
    expect(lastText(conversation)).toContain("received");
    const { assembled } = await preview(ports, "ses_1", [say("x")]);
    expect(assembled.manifest.elided.length).toBeGreaterThan(0);
  });
});

describe("a call that must be allowed", () => {
  it("waits, and runs once it is allowed", async () => {
    const { conversation } = conversationWith([WRITES]);
    await conversation.runner.submit([say("call write {}")]);
    const [ask] = await asked(conversation);
    expect(conversation.runner.run.state).toBe("waiting");
    expect(ask).toMatchObject({ type: "approval", title: "Use write", needs: WRITES.needs });
    expect(conversation.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" })).toBe(true);
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["write ran"]);
  });

  it("is not run when it is denied, and the model reads the reason", async () => {
    const ran = vi.fn();
    const { conversation } = conversationWith([{ ...WRITES, run: ran }]);
    await conversation.runner.submit([say("call write {}")]);
    const [ask] = await asked(conversation);
    conversation.runner.reply(ask?.call_id ?? "", { type: "deny", reason: "not this file" });
    await conversation.runner.settled();
    expect(ran).not.toHaveBeenCalled();
    expect(results(conversation)).toEqual(["Denied by the user: not this file"]);
    expect(resultParts(conversation)).toMatchObject([{ is_error: true, denied: "not this file" }]);
  });

  it.each(["session", "project"] as const)(
    "allowed for the %s is not asked about again, there and for that alone",
    async (scope) => {
      const { conversation, ports } = conversationWith([
        WRITES,
        { ...WRITES, name: "other", needs: [{ permission: "write", pattern: "src/b.ts" }] },
      ]);
      await conversation.runner.submit([say("call write {}\nthen\ncall write {}\nthen\ncall other {}")]);
      const [ask] = await asked(conversation);
      conversation.runner.reply(ask?.call_id ?? "", { type: "allow", scope });
      await until(
        () =>
          conversation.runner.run.asks?.[0]?.type === "approval" &&
          conversation.runner.run.asks[0].title === "Use other",
      );
      expect(results(conversation)).toEqual(["write ran", "write ran"]);
      conversation.stop();
      await conversation.runner.settled();
      const kept = readPermissions(ports.store, "ses_other");
      expect(kept).toHaveLength(scope === "project" ? 1 : 0);
    },
  );

  it.each(["settings", "manifest"])("is never run when a rule of %s denies it, and nobody is asked", async (from) => {
    const { conversation, ports } = conversationWith([WRITES]);
    Object.assign(ports, {
      rules: (id: string) =>
        id === "ses_1" ? [{ permission: "write", pattern: "src/a.ts", action: "deny", from }] : [],
    });
    await conversation.runner.submit([say("call write {}")]);
    await conversation.runner.settled();
    expect(results(conversation)[0]).toContain("Denied by a rule: write for src/a.ts");
    expect(resultParts(conversation)).toMatchObject([{ denied: "rule write for src/a.ts", denied_by_rule: true }]);
  });

  it("ends with a stop, and a late reply does nothing", async () => {
    const { conversation } = conversationWith([WRITES]);
    await conversation.runner.submit([say("call write {}")]);
    const [ask] = await asked(conversation);
    conversation.stop();
    await conversation.runner.settled();
    expect(conversation.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" })).toBe(false);
    expect(results(conversation)).toEqual(["The user stopped the turn before this ran."]);
  });

  it("shows a change as lines, bounded however large the file is", async () => {
    const before = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join("\n");
    const after = before.replace("line 2500\n", "line new\n");
    const { conversation } = conversationWith([
      { ...WRITES, preview: { type: "diff", path: "src/a.ts", before, after } },
    ]);
    await conversation.runner.submit([say("call write {}")]);
    const [ask] = await asked(conversation);
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
    conversation.stop();
    await conversation.runner.settled();
  });
});

describe("a question of the model", () => {
  it("is answered in the conversation", async () => {
    const { conversation } = conversationWith([QUESTION]);
    await conversation.runner.submit([say(question)]);
    const [ask] = await asked(conversation);
    expect(ask).toMatchObject({ type: "question", question: "Which?", multiple: false });
    conversation.runner.reply(ask?.call_id ?? "", { type: "answer", answers: ["blue"] });
    await conversation.runner.settled();
    expect(results(conversation)).toEqual(["blue"]);
  });

  it("outlives its window: it waits again, what is sent meanwhile waits behind it, and the answer goes on", async () => {
    const { conversation, ports } = conversationWith([QUESTION]);
    await conversation.runner.submit([say(question)]);
    await asked(conversation);
    conversation.close();
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
    const { conversation } = conversationWith([QUESTION]);
    await conversation.runner.submit([say("call question {}")]);
    await conversation.runner.settled();
    expect(results(conversation)[0]).toContain("Invalid question: ");
  });
});

describe("a loop of calls", () => {
  it(`asks to go on after ${ROUNDS} rounds, and goes on`, async () => {
    const { conversation } = conversationWith([{ name: "look" }]);
    const calls = Array.from({ length: ROUNDS + 2 }, (_, index) => `call look ${index}`).join("\nthen\n");
    await conversation.runner.submit([say(calls)]);
    const [ask] = await asked(conversation);
    expect(ask).toMatchObject({ type: "go-on" });
    conversation.runner.reply(ask?.call_id ?? "", { type: "allow", scope: "once" });
    await conversation.runner.settled();
    expect(results(conversation)).toHaveLength(ROUNDS + 2);
  });

  it("of the very same call is noticed, and ended when the user says so", async () => {
    const { conversation } = conversationWith([{ name: "look" }]);
    await conversation.runner.submit([say(Array.from({ length: 9 }, () => "call look {}").join("\nthen\n"))]);
    const [ask] = await asked(conversation);
    expect(ask?.type === "go-on" && ask.words).toContain(`${SAME} times with the same input`);
    conversation.runner.reply(ask?.call_id ?? "", { type: "deny", reason: "" });
    await conversation.runner.settled();
    expect(conversation.snapshot().messages.at(-1)).toMatchObject({ finish: "stopped" });
    expect(results(conversation)).toHaveLength(SAME);
  });
});

describe("a message that steers", () => {
  it("goes into the turn that runs, after the results and before the model's next word", async () => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      await gate.promise;
      return { ok: true as const, output: "looked" };
    };
    const { conversation } = conversationWith([{ name: "look", run }]);
    await conversation.runner.submit([say("call look {}")]);
    await until(() => answers(conversation)[0]?.length === 1);
    await conversation.runner.submit([say("later")]);
    expect(await conversation.runner.submit([say("mind the tests")], { steers: true })).toMatchObject({
      value: { queued: true },
    });
    expect(conversation.snapshot().queue.items.map(({ words }) => words)).toEqual(["mind the tests", "later"]);
    gate.resolve();
    await conversation.runner.settled();
    const { messages } = conversation.snapshot();
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
    const { conversation } = conversationWith([{ name: "look", run }]);
    await conversation.runner.submit([say("call look {}")]);
    await until(() => answers(conversation)[0]?.length === 1);
    await conversation.runner.submit([say("first this")], { steers: true });
    await conversation.runner.submit([say("then that")], { steers: true });
    gate.resolve();
    await conversation.runner.settled();
    const { messages } = conversation.snapshot();
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user", "assistant"]);
    expect(messages.map((message) => message.role === "assistant" && message.finish)).toEqual([
      false,
      "tool",
      false,
      false,
      "end",
    ]);
    expect(lastText(conversation)).toMatch(/first this[^]*then that/);
  });

  it("is the next message when no tool is called any more", async () => {
    const { conversation } = conversationWith([{ name: "look" }]);
    await conversation.runner.submit([say("hello")]);
    await conversation.runner.submit([say("first")]);
    await conversation.runner.submit([say("now")], { steers: true });
    await conversation.runner.settled();
    const said = conversation
      .snapshot()
      .messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.parts)] : []));
    expect(said.map((words) => /"text":"(\w+)"/.exec(words)?.[1])).toEqual(["hello", "now", "first"]);
  });

  it("is sent as any other when nothing runs", async () => {
    const { conversation } = conversationWith([]);
    expect(await conversation.runner.submit([say("hi")], { steers: true })).toMatchObject({ value: { queued: false } });
    await conversation.runner.settled();
  });
});

describe("a process that dies under its tools", () => {
  it("leaves calls that are closed as interrupted, and a conversation that goes on", async () => {
    const { conversation, ports } = conversationWith([{ name: "slow", run: () => new Promise(() => undefined) }]);
    await conversation.runner.submit([say("call slow {}")]);
    await until(() => answers(conversation)[0]?.length === 1);
    const later = withTools(fakePorts({ path: ports.path, owner: "next", isAlive: () => false }), [{ name: "slow" }]);
    const again = new Conversations(later).open("ses_1");
    expect(results(again)[0]).toContain("Interrupted");
    expect(again.snapshot().messages.at(-1)).toMatchObject({ finish: "interrupted" });
    await again.runner.submit([say("hello")]);
    await again.runner.settled();
    expect(lastText(again)).toContain("received");
  });
});
