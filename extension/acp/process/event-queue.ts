// The events of an agent's answer as an async iterable: joins small pieces, and ends an answer that is too long.
import { Breather } from "../../stream/breather.ts";
import { answerTooLong } from "../failures.ts";
import type { StreamEvent } from "../../send/event.ts";
import { addJoined, weightOf } from "../session/join-events.ts";

/** The shortest time between two batches of events. */
const EVERY_MS = 16;

/** The longest answer, in characters. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Every update counts for at least this much, even if it has no event. */
const LEAST_CHARACTERS = 10;

export class EventQueue {
  readonly #flooded: () => void;
  #events: StreamEvent[] = [];
  #wake: () => void = () => undefined;
  #characters = 0;
  #isEnded = false;

  constructor(flooded: () => void) {
    this.#flooded = flooded;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  push(event: StreamEvent): void {
    if (this.#takeRoom(weightOf(event))) this.#add(event);
  }

  /** Counts an update that has no event. */
  pass(): void {
    this.#takeRoom(0);
  }

  /** Returns whether there was room; ends the queue if there was none. */
  #takeRoom(weight: number): boolean {
    if (this.#isEnded) return false;
    this.#characters += Math.max(LEAST_CHARACTERS, weight);
    if (this.#characters <= MOST_CHARACTERS) return true;
    this.flood();
    return false;
  }

  /** Ends the queue with a failure, because the agent sent more than Galley can keep. */
  flood(): void {
    if (this.#isEnded) return;
    this.end({ type: "failed", failure: answerTooLong() });
    this.#flooded();
  }

  /** Ignores every event after this one. */
  end(event: Extract<StreamEvent, { type: "end" | "failed" }>): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#add(event);
  }

  #add(event: StreamEvent): void {
    addJoined(this.#events, event);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent> {
    for (;;) {
      const events = this.#events;
      this.#events = [];
      if (events.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      const breather = new Breather();
      for (const event of events) {
        yield event;
        if (event.type === "end" || event.type === "failed") return;
        if (breather.isDue) await breather.rest();
      }
      if (!this.#isEnded) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
