// What an agent says piles up no further than anyone reads it, and what is no news counts too.
import { expect, it } from "vitest";
import { EventQueue } from "../../extension/acp/process/event-queue.ts";
import type { StreamEvent } from "../../extension/send/event.ts";

async function all(queue: EventQueue): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of queue) events.push(event);
  return events;
}

it("of what was used only the last count waits, and the words between two counts are one text", async () => {
  const queue = new EventQueue(() => undefined);
  for (const input of [1, 2, 3]) {
    queue.push({ type: "text", text: `${input}` });
    queue.push({ type: "usage", usage: { input, output: 0 } });
  }
  queue.end({ type: "end", finish: "end" });
  expect(await all(queue)).toEqual([
    { type: "text", text: "1" },
    { type: "usage", usage: { input: 3, output: 0 } },
    { type: "text", text: "23" },
    { type: "end", finish: "end" },
  ]);
});

it("an agent that says nothing new without end is a flood", async () => {
  let floods = 0;
  const queue = new EventQueue(() => (floods += 1));
  for (let at = 0; at < 2_000_000; at += 1) queue.pass();
  expect(floods).toBe(1);
  expect(await all(queue)).toMatchObject([{ type: "failed", failure: { code: "agent-flood" } }]);
});
