// One answer on the screen: grows by deltas, at most once a frame.
import type { AssistantPart } from "../../extension/message/message.ts";
import type { ShownMessage } from "../../extension/protocol/conversation.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";

export type AssistantShown = Extract<ShownMessage, { role: "assistant" }>;
type Delta = Extract<ToWebview, { type: "delta" }>;

export class Answer {
  readonly role = "assistant";
  readonly id: string;
  /** Replaced whole; parts that did not change keep their identity. */
  shown = $state.raw<AssistantShown>() as AssistantShown;
  #waiting: Delta[] = [];
  #frame = 0;

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
    this.#waiting.push(delta);
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    this.#frame = 0;
    if (this.#waiting.length === 0) return;
    this.shown = { ...this.shown, parts: this.#waiting.reduce(grown, this.shown.parts) };
    this.#waiting = [];
  }
}

/** A delta that fits nowhere is left out: the finished message brings the whole text anyway. */
function grown(parts: AssistantPart[], { part: index, kind, text }: Delta): AssistantPart[] {
  const part = parts[index];
  if (part === undefined) return index === parts.length ? [...parts, { type: kind, text }] : parts;
  if (part.type !== kind) return parts;
  return parts.with(index, { ...part, text: part.text + text });
}
