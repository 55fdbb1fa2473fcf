// Posts to a page. The words of an answer come in more pieces than a page draws: those that follow each other fast are gathered.
import type { ToWebview } from "../../../protocol/to-webview.ts";

/** A page draws a growing answer at most about 20 times a second. */
export const GATHER_MS = 45;

type Delta = Extract<ToWebview, { type: "delta" }>;

export class PacedPosts {
  readonly #send: (message: ToWebview) => void;
  #held: Delta | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(send: (message: ToWebview) => void) {
    this.#send = send;
  }

  /** In order: what is held goes before anything else. The first words after a pause are not held. */
  post(message: ToWebview): void {
    if (message.type === "delta") this.#gather(message);
    else {
      this.#release();
      this.#send(message);
    }
  }

  #gather(delta: Delta): void {
    if (this.#held !== undefined && isSamePart(this.#held, delta)) {
      this.#held = { ...delta, text: this.#held.text + delta.text };
      return;
    }
    this.#release();
    const wait = this.#lastAt + GATHER_MS - performance.now();
    this.#held = delta;
    if (wait <= 0) this.#release();
    else this.#timer = setTimeout(() => this.#release(), wait);
  }

  #release(): void {
    clearTimeout(this.#timer);
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    this.#lastAt = performance.now();
    this.#send(held);
  }

  /** The page is gone: what is held is stored, and a new page reads it. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#held = undefined;
  }
}

function isSamePart(one: Delta, other: Delta): boolean {
  return (["session_id", "message_id", "part", "kind"] as const).every((key) => one[key] === other[key]);
}
