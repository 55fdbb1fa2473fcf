import { describe, expect, it } from "vitest";
import { assemble, type Assembled } from "../../extension/assemble/assemble.ts";
import type { AssistantMessage, Message, UserMessage } from "../../extension/message/message.ts";
import type { Part } from "../../extension/message/part.ts";
import type { Snapshot } from "../../extension/message/snapshot.ts";
import { loopback } from "../../extension/turn/wire.ts";

const contents = new Map([["id-code", "const a = 1;\nconst b = 2;"]]);

function user(id: string, parts: Part[], snapshots: Record<string, Snapshot> = {}): UserMessage {
  return { id, role: "user", parts, metadata: { schema_version: 1, snapshots } };
}

function assistant(id: string, parts: AssistantMessage["parts"]): AssistantMessage {
  return { id, role: "assistant", parts, metadata: { schema_version: 1, model: "m", finish: "end" } };
}

function run(turn: UserMessage, history: Message[] = [], window = 32_000): Assembled {
  return assemble({
    session_id: "s",
    history,
    turn,
    pins: [],
    layers: [{ id: "agent.system", text: "Be brief." }],
    model: { ...loopback, context_window: window },
    load: (id) => contents.get(id),
    digest: (text) => `digest of ${text}`,
    now: 7,
    newId: () => "man_1",
  });
}

const range: Part = { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: { start: 10, end: 11 } } };
const read: Snapshot = {
  state: "text",
  content_id: "id-code",
  language: "typescript",
  range: { start: 10, end: 11 },
  unsaved: false,
  clamped: false,
};
const texts = ({ context }: Assembled): string[][] =>
  context.messages.map((message) => message.blocks.map((block) => block.text));

describe("assembly", () => {
  it("keeps the order the user composed", () => {
    const result = run(
      user("u", [{ type: "text", text: "Why does " }, range, { type: "text", text: " fail?" }], { 1: read }),
    );
    expect(texts(result)).toEqual([
      ["Why does ", "File: src/a.ts (lines 10-11)\n```typescript\nconst a = 1;\nconst b = 2;\n```", " fail?"],
    ]);
    expect(result.manifest.task.map((row) => [row.part, row.lowered_as])).toEqual([
      ["text", "text"],
      ["file-ref src/a.ts:10-11", "text, 2 lines"],
      ["text", "text"],
    ]);
    expect(result.failure).toBeUndefined();
  });

  it("adds up: the estimate is the sum of its rows", () => {
    const { manifest } = run(user("u2", [{ type: "text", text: "and now?" }]), [
      user("u", [range], { 0: read }),
      assistant("a", [{ type: "text", text: "Because." }]),
    ]);
    const rows = [...manifest.layers, ...manifest.task].reduce((sum, row) => sum + row.tokens, manifest.history.tokens);
    expect(manifest.estimate).toBe(rows);
    expect(manifest.history.messages).toBe(2);
    expect(manifest.limit + manifest.reserve).toBe(32_000);
  });

  it("replays a past reference as it was sent", () => {
    const past = user("u", [range], { 0: read });
    const [first] = texts(run(past));
    const [later] = texts(
      run(user("u2", [{ type: "text", text: "and?" }]), [past, assistant("a", [{ type: "text", text: "So." }])]),
    );
    expect(later).toEqual(first);
  });

  it.each([
    [
      "a missing file",
      { state: "unavailable", reason: "the file does not exist" },
      "[attachment unavailable: src/a.ts:10-11]",
    ],
    [
      "a large file",
      { state: "large", size: 99_999 },
      "File: src/a.ts (lines 10-11, 99999 bytes, content not included)",
    ],
    ["a binary file", { state: "binary", size: 12 }, "File: src/a.ts (lines 10-11, 12 bytes, content not included)"],
  ] as [string, Snapshot, string][])(
    "says what the model does not get of %s, and warns on the chip",
    (_, snapshot, text) => {
      const result = run(user("u", [{ type: "text", text: "see" }, range], { 1: snapshot }));
      expect(texts(result)[0]?.[1]).toBe(text);
      expect(result.views[1]?.problem).toBeTruthy();
    },
  );

  it("records what was clamped and what was dropped", () => {
    const clamped = run(user("u", [range], { 0: { ...read, range: { start: 10, end: 10 }, clamped: true } }));
    expect(clamped.views[0]?.problem).toContain("src/a.ts:10-10");
    const gone = run(user("u", [range], { 0: { ...read, content_id: "not stored" } }));
    expect(gone.manifest.dropped).toEqual([{ what: "file-ref src/a.ts:10-11", why: "its stored content is missing" }]);
  });

  it("never shows the model a skill mention or a command's literal", () => {
    const result = run(
      user("u", [
        { type: "text", text: "hi" },
        { type: "mention", target: { kind: "skill", name: "canvas" } },
        { type: "command", id: "/compact", args: { raw: "now", positional: ["now"], named: {} }, outcome: "action" },
      ]),
    );
    expect(texts(result)).toEqual([["hi"]]);
    expect(result.manifest.dropped.map((row) => row.what)).toEqual(["mention @canvas", "command /compact"]);
  });

  it("lets roles take turns without losing a block", () => {
    const result = run(user("u3", [{ type: "text", text: "c" }]), [
      user("u1", [{ type: "text", text: "a" }]),
      user("u2", [{ type: "text", text: "b" }]),
      assistant("a1", []),
    ]);
    expect(result.context.messages.map((message) => message.role)).toEqual(["user"]);
    expect(texts(result)).toEqual([["a", "b", "c"]]);
  });

  it("refuses before sending when it does not fit, and says what is largest", () => {
    const result = run(user("u", [{ type: "text", text: "word ".repeat(20_000) }]), [], 8_000);
    expect(result.failure).toMatchObject({ code: "over-budget", stage: "assemble" });
    expect(result.failure?.message).toMatch(/select a model with a larger context window/);
  });
});
