import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ask } from "../../extension/protocol/ask.ts";
import { IDLE, isFree, reduceRun, type RunEvent } from "../../extension/turn/conversation/run-state.ts";
import type { Delay } from "../../extension/turn/watch.ts";

const ask: Ask = { type: "go-on", call_id: "c", words: "Go on?" };
const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ type: fc.constant("started" as const), message_id: fc.constantFrom("a", "b", null) }),
  fc.record({ type: fc.constant("taken" as const), message_id: fc.constantFrom("a", "b") }),
  fc.record({
    type: fc.constant("delayed" as const),
    delay: fc.constantFrom<Delay>(
      { kind: "retry", retry: { attempt: 2, of: 5, in_ms: 800 } },
      { kind: "silence", seconds: 15 },
    ),
  }),
  fc.record({
    type: fc.constant("waiting" as const),
    asks: fc.constantFrom<Ask[]>([], [ask]),
    held: fc.constantFrom<string[]>([], ["d"]),
  }),
  fc.constant({ type: "resumed" as const }),
  fc.constant({ type: "ended" as const }),
  fc.constant({ type: "failed" as const }),
);

/** Every state on the way, the first included. */
function walk(events: readonly RunEvent[]) {
  const states = [IDLE];
  for (const each of events) states.push(reduceRun(states.at(-1) ?? IDLE, each));
  return states;
}

describe("the run state", () => {
  it("never begins a second turn while one is under way", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const states = walk(events);
        for (const [index, each] of events.entries()) {
          const [before, after] = [states[index] ?? IDLE, states[index + 1] ?? IDLE];
          if (each.type === "started" && !isFree(before)) expect(after).toBe(before);
        }
      }),
    );
  });

  it("leaves idle and error only by a turn that begins", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const states = walk(events);
        for (const [index, each] of events.entries()) {
          const [before, after] = [states[index] ?? IDLE, states[index + 1] ?? IDLE];
          if (isFree(before) && !isFree(after)) expect(each.type).toBe("started");
        }
      }),
    );
  });

  it("says what it waits for while it waits, when it tries again while it retries, and neither at any other time", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        for (const { state, asks, retry, silent_s } of walk(events)) {
          expect(asks !== undefined).toBe(state === "waiting");
          expect(retry !== undefined).toBe(state === "retrying");
          if (silent_s !== undefined) expect(state).toBe("busy");
        }
      }),
    );
  });

  it("is free after every end, whatever came before", () => {
    fc.assert(
      fc.property(fc.array(event), fc.constantFrom("ended" as const, "failed" as const), (events, type) => {
        expect(isFree(walk([...events, { type }]).at(-1) ?? IDLE)).toBe(true);
      }),
    );
  });

  it("tells a silence until something comes", () => {
    const states = walk([
      { type: "started", message_id: "a" },
      { type: "delayed", delay: { kind: "silence", seconds: 10 } },
      { type: "delayed", delay: { kind: "silence", seconds: 15 } },
      { type: "resumed" },
    ]);
    expect(states.map(({ silent_s }) => silent_s)).toEqual([undefined, undefined, 10, 15, undefined]);
  });
});
