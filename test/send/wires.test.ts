import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { StreamEvent } from "../../extension/send/event.ts";
import { answers } from "../fakes/wire-answers.ts";
import { type WireServer, wireServer } from "../fakes/wire-server.ts";
import { sendOver, WIRES, wordsIn } from "../fakes/wires.ts";

const whole = (events: StreamEvent[]): StreamEvent[] => events.filter(({ type }) => type !== "tool-call-delta");

describe.each(WIRES)("%s", (wire) => {
  let server: WireServer;
  beforeEach(async () => {
    server = await wireServer(wire);
  });
  afterEach(() => server.close());

  it("streams its words, tells what it counted and ends once", async () => {
    const events = await sendOver(wire, server.url);
    expect(wordsIn(events)).toBe("Hello world");
    expect(events.filter(({ type }) => type === "text")).toHaveLength(2);
    expect(events.at(-1)).toEqual({ type: "end", finish: "end" });
    expect(events.findLast(({ type }) => type === "usage")).toMatchObject({ usage: { input: 115, output: 7 } });
    expect(events.filter(({ type }) => type === "end" || type === "failed")).toHaveLength(1);
  });

  it("says what the cache held, where the provider tells", async () => {
    const events = await sendOver(wire, server.url);
    const usage = events.findLast((event) => event.type === "usage")?.usage;
    expect(usage?.cache_read).toBe(wire === "ollama" ? undefined : 100);
    expect(usage?.cache_write).toBe(wire === "anthropic" ? 5 : undefined);
  });

  it("tells thoughts with their proof, words, and calls at once with streamed arguments", async () => {
    server.answer = answers[wire].rich();
    const events = await sendOver(wire, server.url);
    const thought = events.flatMap((event) => (event.type === "reasoning" ? [event.text] : [])).join("");
    expect(thought).toBe("Let me see.");
    const calls = events.filter((event) => event.type === "tool-call");
    expect(calls.map(({ name, input }) => [name, input])).toEqual([
      ["read", { path: "a.ts" }],
      ["read", { path: "b.ts" }],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    const streamed = events.flatMap((event) =>
      event.type === "tool-call-delta" && event.id === calls[0]?.id ? [event.json] : [],
    );
    expect(streamed.join("")).toBe('{"path":"a.ts"}');
    const proofs = events.filter((event) => event.type === "reasoning-end");
    if (wire === "anthropic") expect(proofs).toMatchObject([{ signature: "c2ln" }, { redacted: "aGlkZGVu" }]);
    if (wire === "openai-responses") expect(proofs).toMatchObject([{ signature: "rs_1:c2ln" }]);
    if (wire === "gemini") expect(proofs).toMatchObject([{ signature: "c2ln" }]);
    expect(whole(events).at(-1)).toEqual({ type: "end", finish: "tool" });
  });

  it("that reaches the end of its room says so", async () => {
    server.answer = answers[wire].length();
    expect((await sendOver(wire, server.url)).at(-1)).toEqual({ type: "end", finish: "length" });
  });
});

// Ollama's wire has no way to refuse.
describe.each(WIRES.filter((wire) => answers[wire].refusal() !== undefined))("%s", (wire) => {
  it("that refuses ends as a refusal, with its words", async () => {
    const server = await wireServer(wire);
    onTestFinished(() => server.close());
    server.answer = answers[wire].refusal() ?? [];
    const events = await sendOver(wire, server.url);
    expect(wordsIn(events)).toBe("No.");
    expect(events.at(-1)).toEqual({ type: "end", finish: "refusal" });
  });
});
