// One answer on the screen: grows by deltas, at most once a frame and never for more than a part of the time.
import { flushSync } from "svelte";
import type { AssistantPart } from "../../extension/message/message.ts";
import type { ShownMessage } from "../../extension/protocol/conversation.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

export type AssistantShown = Extract<ShownMessage, { role: "assistant" }>;
type Delta = Extract<ToWebview, { type: "delta" }>;

/** After drawing for longer than this, it rests for so many times as long: what is slow to draw is drawn less often. */
const QUICK_MS = 4;
const REST = 4;
const LONGEST_REST_MS = 200;

export class Answer {
  readonly role = "assistant";
  readonly id: string;
  /** Replaced whole; parts that did not change keep their identity. */
  shown = $state.raw<AssistantShown>() as AssistantShown;
  #waiting: Delta[] = [];
  #frame = 0;
  #restUntil = 0;

  constructor(shown: AssistantShown) {
    this.id = shown.id;
    this.shown = shown;
  }

  /** The host's word: what was still waiting is part of it. */
  replace(shown: AssistantShown): void {
    this.#waiting = [];
    this.shown = shown;
  }

  grow(delta: Delta): void {
    const last = this.#waiting.at(-1);
    if (last?.part === delta.part && last.kind === delta.kind)
      this.#waiting[this.#waiting.length - 1] = { ...last, text: last.text + delta.text };
    else this.#waiting.push(delta);
    this.#ask();
  }

  #ask(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#flush(now));
  }

  #flush(now: number): void {
    this.#frame = 0;
    if (this.#waiting.length === 0) return;
    if (now < this.#restUntil) {
      this.#ask();
      return;
    }
    const begun = performance.now();
    const parts = this.#waiting.reduce(grown, this.shown.parts);
    this.#waiting = [];
    flushSync(() => (this.shown = { ...this.shown, parts }));
    const took = performance.now() - begun;
    this.#restUntil = took < QUICK_MS ? 0 : begun + Math.min(took * REST, LONGEST_REST_MS);
  }
}

/** A delta that fits nowhere is left out: the finished message brings the whole text anyway. */
function grown(parts: AssistantPart[], { part: index, kind, text }: Delta): AssistantPart[] {
  const part = parts[index];
  if (part === undefined) return index === parts.length ? [...parts, { type: kind, text }] : parts;
  if (part.type !== kind) return parts;
  return parts.with(index, { ...part, text: part.text + text });
}
