// One answer on the screen: draws the text from the host a little at a time, frame by frame.
import { flushSync } from "svelte";
import type { AssistantPart } from "../../../extension/message/message.ts";
import type { ShownEdit } from "../../../extension/protocol/conversation.ts";
import type { ToWebview } from "../../../extension/protocol/to-webview.ts";
import { catchUp } from "./catch-up.ts";
import type { AssistantShown } from "./catch-up.ts";
import { restAfter } from "./draw-pace.ts";

type Delta = Extract<ToWebview, { type: "delta" }>;

/** How many characters a frame draws: fewer after a slow frame, more after a fast one. */
const FEWEST = 2_000;
const MOST = 6_000;
/** A new state of the answer that is this few characters ahead is drawn at once. */
const NEAR_END = 6_000;
const SLOW_MS = 16;

export class Answer {
  readonly role = "assistant";
  readonly id: string;
  /** The drawn state. Replaced as a whole; parts that did not change keep their identity. */
  shown = $state.raw<AssistantShown>() as AssistantShown;
  /** The latest state from the host. */
  #known: AssistantShown;
  #isFrameRequested = false;
  #perFrame = FEWEST;
  #restUntil = 0;
  /** How many characters have arrived since this time. */
  #arrived = 0;
  #since = performance.now();

  constructor(shown: AssistantShown) {
    this.id = shown.id;
    this.shown = shown;
    this.#known = shown;
  }

  replace(shown: AssistantShown): void {
    this.#known = shown;
    this.shown = catchUp(this.shown, shown, NEAR_END);
    if (this.shown !== shown) this.#requestFrame();
  }

  grow({ part, kind, text }: Delta): void {
    const parts = grown(this.#known.parts, part, kind, text);
    this.#known = { ...this.#known, parts };
    this.#arrived += text.length;
    this.#requestFrame();
  }

  /** Adds or replaces a part. Ignores one that leaves a gap: the finished message contains it. */
  put(index: number, part: AssistantPart): void {
    const { parts } = this.#known;
    if (index > parts.length) return;
    this.replace({ ...this.#known, parts: parts.toSpliced(index, 1, part) });
  }

  edited(edits: ShownEdit[]): void {
    this.replace({ ...this.#known, edits });
  }

  /** Waits with a timer before it requests a frame, because a requested frame is drawn even if nothing changes. */
  #requestFrame(): void {
    if (this.#isFrameRequested) return;
    this.#isFrameRequested = true;
    const rest = this.#restUntil - performance.now();
    const draw = () => requestAnimationFrame(() => this.#draw());
    if (rest > 0) setTimeout(draw, rest);
    else draw();
  }

  #draw(): void {
    this.#isFrameRequested = false;
    if (this.shown === this.#known) return;
    this.#drawStep();
    if (this.shown !== this.#known) this.#requestFrame();
  }

  #drawStep(): void {
    const started = performance.now();
    flushSync(() => (this.shown = catchUp(this.shown, this.#known, this.#perFrame)));
    const took = performance.now() - started;
    const isSlow = took > SLOW_MS;
    this.#perFrame = isSlow ? Math.max(FEWEST, this.#perFrame / 2) : Math.min(MOST, this.#perFrame * 1.5);
    this.#restUntil = started + took + restAfter(took, this.#takePace(started));
  }

  /** How many characters have arrived in a second since the last drawing; counts anew from now. */
  #takePace(now: number): number {
    const perSecond = (1_000 * this.#arrived) / (now - this.#since);
    this.#arrived = 0;
    this.#since = now;
    return perSecond;
  }
}

/** Ignores a delta that fits nowhere: the finished message contains the whole text. */
function grown(parts: AssistantPart[], index: number, kind: Delta["kind"], text: string): AssistantPart[] {
  const part = parts[index];
  if (part === undefined) return index === parts.length ? [...parts, { type: kind, text }] : parts;
  if (part.type !== kind) return parts;
  return parts.with(index, { ...part, text: part.text + text });
}
