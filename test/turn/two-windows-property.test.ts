import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Conversation } from "../../extension/turn/conversation/conversation.ts";
import { fakePorts } from "../fakes/ports.ts";
import { say } from "../fakes/tools.ts";
import { eventually } from "../fakes/until.ts";

const step = fc.record({
  kind: fc.constantFrom("submit", "submit", "end", "fail", "stop", "stopAndHold", "resume", "cancel", "move-up"),
  /** Which of the two windows. */
  at: fc.constantFrom(0, 1),
  place: fc.nat(3),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One database, two windows that are both alive, and one model that counts how many turns ask it at once. */
class TwoWindows {
  running = 0;
  most = 0;
  readonly submitted: string[] = [];
  readonly cancelled: string[] = [];
  readonly windows: Conversation[];
  /** Of the turn that runs. */
  #end: ((how: "end" | "fail") => void) | undefined;

  constructor() {
    const first = fakePorts();
    first.store.close();
    this.windows = ["one", "two"].map((owner) => {
      const answer = (signal: AbortSignal) => this.#answer(signal);
      return new Conversation(fakePorts({ path: first.path, owner, isAlive: () => true, answer }), "ses_1");
    });
  }

  async *#answer(signal: AbortSignal): AsyncGenerator<string> {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    try {
      yield "answer";
      const how = await new Promise<"end" | "fail">((resolve) => {
        this.#end = resolve;
        signal.addEventListener("abort", () => {
          resolve("end");
        });
        if (signal.aborted) resolve("end");
      });
      if (how === "fail") throw new Error("the line was cut");
    } finally {
      this.running -= 1;
      this.#end = undefined;
    }
  }

  async take({ kind, at, place }: Step): Promise<void> {
    const window = this.windows[at];
    if (window === undefined) return;
    const { items } = window.snapshot().queue;
    const item = items[place % Math.max(1, items.length)];
    if (kind === "submit") {
      const word = `word ${this.submitted.length}`;
      this.submitted.push(word);
      expect(await window.runner.submit([say(word)])).toMatchObject({ ok: true });
    } else if (kind === "end" || kind === "fail") this.#end?.(kind);
    else if (kind === "stop") window.stop();
    else if (kind === "stopAndHold") window.stop("hold");
    else if (kind === "resume") window.resume();
    else if (item !== undefined) {
      window.act(kind, item.id);
      if (kind === "cancel" && !this.#queue().includes(item.words) && !this.sent().includes(item.words))
        this.cancelled.push(item.words);
    }
    // What another window asked for is heard within half a second; the test does not wait for it.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  sent(): string[] {
    const messages = this.windows[0]?.snapshot().messages ?? [];
    return messages.flatMap((message) => (message.role === "user" ? [JSON.stringify(message.parts)] : [])).map(wordIn);
  }

  #queue(): string[] {
    return this.windows[0]?.snapshot().queue.items.map(({ words }) => words) ?? [];
  }

  /** Everything that was said is in exactly one place. */
  check(): void {
    expect(this.most).toBeLessThanOrEqual(1);
    const everywhere = [...this.sent(), ...this.#queue(), ...this.cancelled];
    expect(everywhere.toSorted()).toEqual(this.submitted.toSorted());
  }

  async close(): Promise<void> {
    for (const window of this.windows) window.close();
    await Promise.all(this.windows.map((window) => window.runner.settled()));
  }
}

function wordIn(json: string): string {
  return /word \d+/.exec(json)?.[0] ?? "";
}

it("two windows on one conversation never run two turns, and nothing said in either is lost or sent twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: "max" }), async (steps) => {
      const world = new TwoWindows();
      try {
        for (const each of steps) {
          await world.take(each);
          await eventually(() => {
            world.check();
          });
        }
      } finally {
        await world.close();
      }
      world.check();
    }),
    { numRuns: 30 },
  );
}, 120_000);
