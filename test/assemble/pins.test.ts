import { describe, expect, it } from "vitest";
import { assemble, type Assembled } from "../../extension/assemble/assemble.ts";
import type { PinnedRead } from "../../extension/assemble/pins.ts";
import type { Message, UserMessage } from "../../extension/message/message.ts";
import { loopback } from "../../extension/turn/wire.ts";

const contents = new Map([["id-a", "const a = 1;"]]);

const user = (id: string, text: string): UserMessage => ({
  id,
  role: "user",
  parts: [{ type: "text", text }],
  metadata: { schema_version: 1 },
});

function run(pins: PinnedRead[], history: Message[] = [], window = 32_000): Assembled {
  return assemble({
    session_id: "s",
    history,
    turn: user("u9", "typed"),
    layers: [],
    pins,
    model: { ...loopback, context_window: window },
    load: (id) => contents.get(id),
    digest: (text) => text,
    now: 7,
    newId: () => "man_1",
  });
}

const lines = { start: 3, end: 3 };
const file: PinnedRead = {
  id: "file:src/a.ts:3-3",
  part: { type: "file-ref", ref: { kind: "path", path: "src/a.ts", range: lines } },
  snapshot: {
    state: "text",
    content_id: "id-a",
    language: "typescript",
    range: lines,
    unsaved: false,
    clamped: false,
  },
};
const note: PinnedRead = { id: "note", title: "A plan", part: { type: "text", text: "First ```this```" } };
const gone: PinnedRead = {
  id: "file:b.ts",
  part: { type: "file-ref", ref: { kind: "path", path: "b.ts" } },
  snapshot: { state: "unavailable", reason: "the file does not exist" },
};

const texts = ({ context }: Assembled): string[][] =>
  context.messages.map((message) => message.blocks.map((block) => block.text));

describe("pins", () => {
  it("stand before what was typed in this turn, in their order, labelled with path, lines and time", () => {
    expect(texts(run([file, note]))).toEqual([
      [
        "File: src/a.ts (lines 3-3), as of this turn\n```typescript\nconst a = 1;\n```",
        "Pinned: A plan, as of this turn\n````markdown\nFirst ```this```\n````",
        "typed",
      ],
    ]);
  });

  it("are never part of the history: earlier turns go as they were typed", () => {
    const answer: Message = {
      id: "a1",
      role: "assistant",
      parts: [{ type: "text", text: "yes" }],
      metadata: { schema_version: 1, model: "m", finish: "end" },
    };
    const result = run([file], [user("u1", "earlier"), answer]);
    expect(texts(result).map((blocks) => blocks.length)).toEqual([1, 1, 2]);
    expect(texts(result)[0]).toEqual(["earlier"]);
  });

  it("are accounted for, each with its tokens and when it was read, and count against the limit", () => {
    const { manifest } = run([file, note]);
    expect(manifest.pinned).toEqual([
      { id: "file:src/a.ts:3-3", tokens: expect.any(Number) as number, state: "sent", as_of: 7 },
      { id: "note", tokens: expect.any(Number) as number, state: "sent", as_of: 7 },
    ]);
    const alone = run([]).manifest.estimate;
    const pinned = manifest.pinned.reduce((sum, row) => sum + row.tokens, 0);
    expect(pinned).toBeGreaterThan(10);
    expect(manifest.estimate).toBe(alone + pinned);
  });

  it("that cannot be read leave a placeholder and a record, and the turn still goes", () => {
    const result = run([gone, file]);
    expect(texts(result)[0]?.[0]).toBe("[attachment unavailable: b.ts]");
    expect(texts(result)[0]).toHaveLength(3);
    expect(result.failure).toBeUndefined();
    expect(result.manifest.pinned.map(({ state }) => state)).toEqual(["failed", "sent"]);
    expect(result.manifest.dropped).toEqual([{ what: "pin file:b.ts", why: "the file does not exist" }]);
    expect(result.pins[0]?.problem).toContain("does not exist");
  });

  it("of another extension that failed leave a placeholder under their title", () => {
    const result = run([{ ...note, snapshot: { state: "unavailable", reason: "no network" } }]);
    expect(texts(result)[0]).toEqual(["[attachment unavailable: A plan]", "typed"]);
    expect(result.manifest.pinned[0]?.state).toBe("failed");
  });

  it("that are too much are refused before sending, and named as the largest", () => {
    const long: PinnedRead = { ...note, part: { type: "text", text: "word ".repeat(20_000) } };
    const { failure } = run([long], [], 8_000);
    expect(failure).toMatchObject({ code: "over-budget" });
    expect(failure?.message).toMatch(/pin note .*unpin an item/);
  });
});
