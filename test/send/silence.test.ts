// How long nothing has come is told every few seconds, and only when it is long.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { converse } from "../../extension/send/converse.ts";
import type { StreamEvent } from "../../extension/send/event.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("is told after ten seconds, every five, and no more once something comes", async () => {
  const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const told: StreamEvent[] = [];
  const access = { provider: "custom", name: "Server", baseUrl: "http://127.0.0.1:1/v1", fetch };
  const events = converse(access, "m", new AbortController().signal, async function* () {
    await pause(9_000);
    yield { type: "text", text: "a" };
    await pause(20_000);
    yield { type: "text", text: "b" };
    return "end";
  });
  const all = (async () => {
    for await (const event of events) told.push(event);
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  await all;
  expect(told).toEqual([
    { type: "text", text: "a" },
    { type: "silent", seconds: 11 },
    { type: "silent", seconds: 16 },
    { type: "text", text: "b" },
    { type: "end", finish: "end" },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
