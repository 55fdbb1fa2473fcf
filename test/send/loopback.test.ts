import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LoopbackBlock, LoopbackRequest } from "../../extension/lower/loopback.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { sendLoopback } from "../../extension/send/loopback.ts";

const block = (part: LoopbackBlock["part"], text = ""): LoopbackBlock => ({ type: "text", text, part });

function request(...content: LoopbackBlock[]): LoopbackRequest {
  return { model: "loopback", max_tokens: 1, system: [{ id: "a", text: "" }], messages: [{ role: "user", content }] };
}

async function collect(events: AsyncIterable<StreamEvent>): Promise<{ text: string; events: StreamEvent[] }> {
  const all: StreamEvent[] = [];
  for await (const event of events) all.push(event);
  return { events: all, text: all.map((event) => (event.type === "text" ? event.text : "")).join("") };
}

const atOnce = (): Promise<void> => Promise.resolve();
const never = new AbortController().signal;

describe("Loopback", () => {
  it("names each part it received with kind, path, lines and tokens, in order", async () => {
    const parts = request(
      block({ kind: "text", name: "", tokens: 3 }, "Why `this`?\nmore"),
      block({ kind: "file-ref", name: "src/a.ts:10-25", path: "src/a.ts", range: { start: 10, end: 25 }, tokens: 180 }),
      block({ kind: "file-ref", name: "b.ts", path: "b.ts", tokens: 9 }),
    );
    const { text } = await collect(sendLoopback(parts, never, atOnce));
    expect(text).toContain(
      "1. `text` ``Why `this`?`` · ~3 tokens\n2. `file-ref` `src/a.ts` lines 10-25 · ~180 tokens\n3. `file-ref` `b.ts` whole file · ~9 tokens",
    );
    expect(text).toContain("not a language model");
  });

  // The requests that the stages before it make: see test/turns.
  it.each([
    ["missing-file-leaves-a-placeholder", "nothing: it cannot be read"],
    ["folder-is-listed", "folder"],
    ["binary-file-is-described", "name and size only"],
  ])("says what goes of a file that does not go as text: %s", async (turn, extent) => {
    const file = join(import.meta.dirname, "../turns", turn, "request.loopback.json");
    const { request: made } = JSON.parse(readFileSync(file, "utf8")) as { request: LoopbackRequest };
    const { text } = await collect(sendLoopback(made, never, atOnce));
    const [, got] = /`file-ref` `[^`]+` (.*?) · ~/.exec(text) ?? [];
    expect(got).toBe(extent);
  });

  it("waits when the message has a line that says so, and can be stopped meanwhile", async () => {
    const waits: number[] = [];
    const remember = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    const asked = request(block({ kind: "text", name: "", tokens: 3 }, "hello\nwait 30"));
    const { text } = await collect(sendLoopback(asked, never, remember));
    expect(waits[0]).toBe(30_000);
    expect(text).toMatch(/^Waiting 30 seconds as requested/);
    const inProse = request(block({ kind: "text", name: "", tokens: 3 }, "please wait 30 seconds"));
    expect((await collect(sendLoopback(inProse, never, atOnce))).text).not.toContain("Waiting");
    const stopped = new AbortController();
    const stop = (): Promise<void> => {
      stopped.abort();
      return Promise.resolve();
    };
    const { events } = await collect(sendLoopback(asked, stopped.signal, stop));
    expect(events.at(-1)).toEqual({ type: "end", finish: "stopped" });
  });

  it("ends with usage and one end", async () => {
    const { events } = await collect(
      sendLoopback(request(block({ kind: "text", name: "", tokens: 3 }, "hi")), never, atOnce),
    );
    expect(events.at(-1)).toEqual({ type: "end", finish: "end" });
    expect(events.at(-2)).toMatchObject({ type: "usage", usage: { input: 3 } });
    expect(events.filter((event) => event.type === "end")).toHaveLength(1);
  });

  it("stops soon after the signal, with one end", async () => {
    const abort = new AbortController();
    const events: StreamEvent[] = [];
    for await (const event of sendLoopback(request(block({ kind: "text", name: "", tokens: 3 }, "hi")), abort.signal)) {
      events.push(event);
      if (events.length === 3) abort.abort();
    }
    expect(events.slice(3)).toEqual([{ type: "end", finish: "stopped" }]);
  });
});
