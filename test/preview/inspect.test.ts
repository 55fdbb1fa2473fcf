import { describe, expect, it } from "vitest";
import type { KnownPart } from "../../extension/message/part.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import { addPins } from "../../extension/persist/pins.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import type { Inspection } from "../../extension/protocol/inspection.ts";
import { inspectNext, inspectTurn } from "../../extension/preview/inspect.ts";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { type FakePorts, fakePorts } from "../fakes/ports.ts";

const file = (path: string): KnownPart => ({ type: "file-ref", ref: { kind: "path", path } });
const text = (words: string): KnownPart => ({ type: "text", text: words });

function opened(): { ports: FakePorts; conversation: Conversation } {
  const ports = fakePorts();
  createConversation(ports.store, newConversation("ses_1", 1));
  return { ports, conversation: new Conversation(ports, "ses_1") };
}

/** Returns the message it was sent as. */
async function send(conversation: Conversation, ...parts: KnownPart[]): Promise<string> {
  await conversation.runner.submit(parts);
  await conversation.runner.settled();
  return conversation.snapshot().messages.findLast(({ role }) => role === "user")?.id ?? "";
}

const next = async (ports: FakePorts, ...parts: KnownPart[]): Promise<Inspection> =>
  (await inspectNext(ports, "ses_1", parts)).inspection;
const turn = (ports: FakePorts, id: string): Inspection | undefined => inspectTurn(ports, "ses_1", id)?.inspection;
const rows = ({ parts }: Inspection): string[] => parts.map(({ group, state }) => `${group} ${state}`);

describe("what the model will see", () => {
  it("is listed in the order of the request, every row with its text", async () => {
    const { ports, conversation } = opened();
    addPins(ports.store, "ses_1", [{ id: "note", title: "Note", part: { type: "text", text: "remember" } }]);
    ports.pinsPlacement = () => "turn";
    await send(conversation, text("first"));
    const { parts, wire, which } = await next(ports, text("why "), file("src/a.ts"));
    expect(which).toBe("next");
    expect(parts.map(({ group }) => group)).toEqual(["system", "history", "pinned", "task", "task"]);
    const inWire = ["Be brief.", "first", "remember", "why ", "three"].map((words) => wire.indexOf(words));
    expect(inWire).not.toContain(-1);
    expect(inWire).toEqual(inWire.toSorted((one, other) => one - other));
    expect(parts.at(-1)).toMatchObject({
      place: { path: "src/a.ts" },
      text: expect.stringContaining("three") as string,
    });
    expect(parts.map(({ text: words }) => words === "")).not.toContain(true);
  });

  it("says why a part does not go as it was composed", async () => {
    const { ports } = opened();
    const { parts } = await next(ports, file("gone.ts"));
    expect(parts.at(-1)?.problem).toMatch(/does not exist/);
  });

  it("is all new in the first request, and the same up to what changed in the second", async () => {
    const { ports, conversation } = opened();
    const first = await next(ports, text("one"));
    expect(first.difference).toMatchObject({ first: true, same_bytes: 0, diverges_at: null });
    await send(conversation, text("one"));
    const second = await next(ports, text("two"));
    expect(rows(second)).toEqual(["system same", "history partly", "task new"]);
    expect(second.difference.first).toBe(false);
    expect(second.difference.diverges_at).toBe(second.parts[1]?.name);
    expect(second.difference.same_bytes).toBe(Buffer.byteLength("Be brief." + "one"));
    expect(second.difference.total_bytes).toBeGreaterThan(second.difference.same_bytes);
  });

  it("is all new again when the system text changed", async () => {
    const { ports, conversation } = opened();
    await send(conversation, text("one"));
    ports.layers = () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be long." }] });
    expect(rows(await next(ports, text("two")))).toEqual(["system new", "history new", "task new"]);
  });
});

describe("what the model saw", () => {
  it("is what was sent then, whatever became of the file and the model's instructions", async () => {
    const { ports, conversation } = opened();
    const parts = [text("why "), file("src/a.ts")];
    const before = await next(ports, ...parts);
    const id = await send(conversation, ...parts);
    ports.files.set("src/a.ts", "something else entirely");
    ports.layers = () => Promise.resolve({ layers: [{ id: "agent.system", text: "Be long." }] });
    await send(conversation, text("later"));
    const saw = turn(ports, id);
    expect(saw?.which).toBe("turn");
    expect(saw?.parts.map(({ group, text: words }) => [group, words])).toEqual(
      before.parts.map(({ group, text: words }) => [group, words]),
    );
    expect(saw?.difference.first).toBe(true);
    expect(saw?.wire).not.toContain("later");
  });

  it("shows the pins with the text they had then", async () => {
    const { ports, conversation } = opened();
    const part = { type: "file-ref", ref: { kind: "path", path: "src/a.ts" } } as const;
    addPins(ports.store, "ses_1", [{ id: "file:src/a.ts", part }]);
    const id = await send(conversation, text("one"));
    ports.files.set("src/a.ts", "something else entirely");
    await send(conversation, text("two"));
    const pins = turn(ports, id)?.parts.filter(({ group }) => group === "pinned");
    expect(pins?.map(({ name, text: words }) => [name, words.includes("three")])).toEqual([["src/a.ts", true]]);
  });

  it("tells what the provider counted", async () => {
    const { ports, conversation } = opened();
    const id = await send(conversation, text("one"));
    const answer = conversation.snapshot().messages.at(-1);
    const usage = answer?.role === "assistant" ? answer.usage : undefined;
    expect(turn(ports, id)?.actual).toEqual(usage === undefined ? null : { input: usage.input, output: usage.output });
    expect((await next(ports, text("two"))).actual).toBeNull();
  });

  it("is nothing for a message that is not of this conversation", () => {
    const { ports } = opened();
    expect(turn(ports, "msg_nowhere")).toBeUndefined();
  });
});
