// Messages from other programs: bounded plain text, in a queue that only the user lets go.
import { describe, expect, it } from "vitest";
import { conversationsWithQueue, readHold, readQueue } from "../../extension/persist/queue.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { linkParts, receive } from "../../extension/turn/door/receive.ts";
import { MOST_CHARACTERS, parseSubmitUri } from "../../extension/turn/door/submit-uri.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";
import { say } from "../fakes/tools.ts";

const link = (query: string, path = "/submit"): unknown => {
  const parsed = parseSubmitUri({ path, query });
  return parsed.ok ? parsed.value : parsed.failure;
};

describe("a link to Galley", () => {
  it("hands over plain text, and the name that its sender gives", () => {
    expect(link("from=Build bot&text=Fix it\nnow")).toEqual({ text: "Fix it\nnow", from: "Build bot" });
    expect(link("text=100% of a+b & c&from=x")).toEqual({ text: "100% of a+b & c&from=x", from: "" });
  });

  it("cannot hide or reverse text, nor name its sender with a book", () => {
    const from = `\u202eevil\n${"x".repeat(200)}`;
    expect(link(`from=${from}&text=a\u200b\u202eb\u0007c\td`)).toEqual({
      text: "abc\td",
      from: `evil ${"x".repeat(55)}`,
    });
  });

  it("is refused in words if it has no text, too much of it, or leads nowhere", () => {
    expect(link("text= ")).toBe("The link contains no text.");
    expect(link(`text=${"x".repeat(MOST_CHARACTERS + 1)}`)).toMatch(/longer than 10,000 characters/);
    expect(link("text=a", "/send")).toMatch(/cannot open this link/);
  });
});

interface Door {
  ports: FakePorts;
  take: (text: string, into?: string) => ReturnType<typeof receive>;
  conversation: (id: string) => Conversation;
}

function door(): Door {
  const ports = fakePorts();
  const open = new Map<string, Conversation>();
  const conversation = (id: string): Conversation => {
    const found = open.get(id) ?? new Conversation(ports, id);
    open.set(id, found);
    return found;
  };
  let ids = 0;
  const newConversationId = (): string => `ses_new_${String(++ids)}`;
  const from = { kind: "link" as const, name: "Build bot" };
  return {
    ports,
    conversation,
    take: (text, into) => receive({ store: ports.store, conversation, newConversationId }, linkParts(text), from, into),
  };
}

describe("a message from another program", () => {
  it("waits in a queue on hold, with its sender, and is sent when the user says so", async () => {
    const { ports, take, conversation } = door();
    const received = await take("Fix the build");
    expect(received).toMatchObject({ ok: true, value: { queued: true, conversation: "ses_new_1" } });
    const made = conversation("ses_new_1");
    expect(made.snapshot()).toMatchObject({
      session: { title: "Fix the build" },
      messages: [],
      queue: { held: true, items: [{ words: "Fix the build", from: { kind: "link", name: "Build bot" } }] },
    });
    expect(conversationsWithQueue(ports.store)).toEqual([]);
    made.resume();
    await made.runner.settled();
    expect(made.snapshot().messages).toHaveLength(2);
  });

  it("is never a command", async () => {
    const { ports, take } = door();
    await take("/new and /compact");
    expect(readQueue(ports.store, "ses_new_1")[0]?.parts).toEqual([
      { type: "text", text: "/new and /compact", pasted: true },
    ]);
  });

  it("does not go along when the user sends something else, and leaves the draft alone", async () => {
    const { ports, take, conversation } = door();
    const mine = conversation("ses_1");
    mine.input.save({ parts: [say("my draft")] });
    await take("From outside", "ses_1");
    expect(mine.input.draft.parts).toEqual([say("my draft")]);
    await mine.runner.submit([say("hello")]);
    await mine.runner.settled();
    expect(readHold(ports.store, "ses_1")).toBe("hold");
    expect(readQueue(ports.store, "ses_1")).toHaveLength(1);
  });

  it("is refused when too many wait", async () => {
    const { take } = door();
    for (let at = 0; at < 50; at += 1) await take(`Message ${String(at)}`);
    expect(await take("One more")).toMatchObject({
      ok: false,
      failure: expect.stringContaining("50 already wait") as string,
    });
  });
});
