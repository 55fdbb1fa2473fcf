// What an agent says, as events one can wait for: a flood of small pieces becomes few, and more than anyone reads ends it.
import type { StreamEvent } from "../send/event.ts";

/** Text is handed on this often at most. */
const EVERY_MS = 16;

/** Of one answer, in characters. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

export class EventQueue {
  readonly #flooded: () => void;
  #events: StreamEvent[] = [];
  #wake: () => void = () => undefined;
  #characters = 0;
  #isEnded = false;

  constructor(flooded: () => void) {
    this.#flooded = flooded;
  }

  push(event: StreamEvent): void {
    if (this.#isEnded) return;
    this.#characters += weightOf(event);
    if (this.#characters > MOST_CHARACTERS) {
      this.end({ type: "failed", failure: FLOODED });
      this.#flooded();
      return;
    }
    this.#add(event);
  }

  /** Nothing is heard after it. */
  end(event: Extract<StreamEvent, { type: "end" | "failed" }>): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#add(event);
  }

  #add(event: StreamEvent): void {
    const last = this.#events.at(-1);
    if (last?.type === "text" && event.type === "text") last.text += event.text;
    else if (last?.type === "reasoning" && event.type === "reasoning") last.text += event.text;
    else if (last?.type === "tool-call" && event.type === "tool-call" && last.id === event.id)
      this.#events.splice(-1, 1, event);
    else this.#events.push(event.type === "text" || event.type === "reasoning" ? { ...event } : event);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      yield event;
      if (event.type === "end" || event.type === "failed") return;
      if (!this.#isEnded) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

const FLOODED = {
  stage: "send" as const,
  code: "agent-flood",
  message: "The agent said more than 16 MB in one answer, and was ended. What came before is kept.",
  retryable: true,
  action: "restartAgent" as const,
};

function weightOf(event: StreamEvent): number {
  if (event.type === "text" || event.type === "reasoning") return event.text.length;
  if (event.type === "tool-result") return event.output.length;
  return event.type === "tool-call" ? JSON.stringify(event.input).length : 100;
}
