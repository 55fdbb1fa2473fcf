import { describe, expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { canUndoRewind } from "../../extension/persist/lineage.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { until } from "../fakes/until.ts";

const text = (words: string): KnownPart => ({ type: "text", text: words });
const range: KnownPart = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 2, end: 3 } } };

async function* ok(): AsyncGenerator<string> {
  yield await Promise.resolve("ok");
}

async function talk(
  ...messages: KnownPart[][]
): Promise<{ ports: FakePorts; conversation: Conversation; ids: string[] }> {
  const ports = fakePorts({ answer: ok });
  const conversation = new Conversation(ports, "ses_1");
  for (const parts of messages) {
    await conversation.runner.submit(parts);
    await conversation.runner.settled();
  }
  return { ports, conversation, ids: conversation.snapshot().messages.map((message) => message.id) };
}

const shown = (conversation: Conversation): unknown[] =>
  conversation.snapshot().messages.map(({ role, parts }) => [role, parts]);

describe("rewinding", () => {
  it("takes a message and what followed out of sight and gives its parts back before the draft", async () => {
    const { conversation, ids } = await talk([text("one")], [text("two "), range]);
    conversation.input.save({ parts: [text("half")] });
    conversation.rewind(ids[2] ?? "");
    expect(conversation.snapshot().messages.map((message) => message.id)).toEqual(ids.slice(0, 2));
    expect(conversation.input.draft.parts).toEqual([text("two "), range, text("half")]);
  });

  it("is undone as long as the conversation has not gone on", async () => {
    const { ports, conversation, ids } = await talk([text("one")], [text("two")]);
    expect(canUndoRewind(ports.store, conversation.id)).toBe(false);
    conversation.rewind(ids[2] ?? "");
    expect(canUndoRewind(ports.store, conversation.id)).toBe(true);
    expect(conversation.undoRewind()).toBe(true);
    expect(conversation.snapshot().messages.map((message) => message.id)).toEqual(ids);
    expect(conversation.undoRewind()).toBe(false);
    conversation.rewind(ids[2] ?? "");
    await conversation.runner.submit([text("another two")]);
    await conversation.runner.settled();
    expect(canUndoRewind(ports.store, conversation.id)).toBe(false);
    expect(conversation.undoRewind()).toBe(false);
    expect(shown(conversation)).toHaveLength(4);
  });

  it("leaves what was rewound out of the next request", async () => {
    const { ports, conversation, ids } = await talk([text("secret plan")], [text("two")]);
    conversation.rewind(ids[0] ?? "");
    const requests: string[] = [];
    ports.languageModel = {
      send: (request) => {
        requests.push(JSON.stringify(request));
        return Promise.resolve(ok());
      },
    };
    await conversation.runner.submit([text("three")]);
    await conversation.runner.settled();
    expect(requests[0]).toContain("three");
    expect(requests[0]).not.toContain("secret plan");
  });

  it("is refused while the model answers", async () => {
    const ports = fakePorts();
    const conversation = new Conversation(ports, "ses_1");
    await conversation.runner.submit([text("hi")]);
    const id = conversation.snapshot().messages[0]?.id ?? "";
    expect(() => {
      conversation.rewind(id);
    }).toThrow(/still answering/);
    conversation.stop();
    await conversation.runner.settled();
  });
});

describe("a branch", () => {
  it("takes the visible messages along, references as they were sent, and goes its own way", async () => {
    const { ports, conversation, ids } = await talk([text("one "), range], [text("two")]);
    const branch = new Conversation(ports, conversation.fork(ids[1], false).id);
    expect(shown(branch)).toEqual(shown(conversation).slice(0, 2));
    expect(branch.snapshot().session).toMatchObject({ parent_id: "ses_1", forked_from: ids[1], ephemeral: false });
    expect(branch.snapshot().messages.some((message) => ids.includes(message.id))).toBe(false);
    ports.files.set("src/a.ts", "changed");
    await branch.runner.submit([text("other")]);
    await branch.runner.settled();
    expect(shown(conversation)).toHaveLength(4);
  });

  it("of a session that answers begins at the last settled message", async () => {
    const { conversation, ids, ports } = await talk([text("one")]);
    const gate = Promise.withResolvers<void>();
    ports.languageModel = {
      send: () =>
        Promise.resolve(
          (async function* () {
            yield "half";
            await gate.promise;
          })(),
        ),
    };
    await conversation.runner.submit([text("two")]);
    await until(() => ports.events.some((event) => event.type === "delta" && event.text === "half"));
    const fork = conversation.fork(undefined, true);
    expect(fork).toMatchObject({ forked_from: ids[1], ephemeral: true });
    expect(shown(new Conversation(ports, fork.id))).toHaveLength(2);
    gate.resolve();
    await conversation.runner.settled();
  });

  it("of nothing is refused with words", () => {
    expect(() => new Conversation(fakePorts(), "ses_1").fork(undefined, false)).toThrow(/no messages to branch from/);
  });
});

describe("another window", () => {
  it("shows a turn that runs elsewhere as busy, with what has been saved of it", async () => {
    const ports = fakePorts();
    const mine = new Conversation(ports, "ses_1");
    await mine.runner.submit([text("hi")]);
    const theirs = new Conversation(
      fakePorts({ path: ports.path, owner: "other", isAlive: (owner) => owner === "me" }),
      "ses_1",
    );
    expect(theirs.snapshot()).toMatchObject({ run: { state: "busy" } });
    await expect.poll(() => theirs.snapshot().messages.length).toBe(2);
    mine.stop();
    await mine.runner.settled();
    expect(theirs.snapshot()).toMatchObject({ run: { state: "idle" } });
  });
});
