// An answer while it arrives: kept in memory, told to the panel at once, saved at part boundaries and every 250 ms.
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../message/reason.ts";
import type { AssistantMessage, AssistantPart, Finish, Usage } from "../message/message.ts";
import { saveAnswer } from "../persist/messages.ts";
import type { Store } from "../persist/store.ts";

const SAVE_EVERY_MS = 250;

export interface RecorderEvents {
  delta: (part: number, kind: "text" | "reasoning", text: string) => void;
  /** The disk refused. Said once; the answer goes on in memory. */
  saveFailed: (failure: Failure) => void;
}

export class Recorder {
  readonly #store: Store;
  readonly #sessionId: string;
  readonly #events: RecorderEvents;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #saveFailed = false;
  message: AssistantMessage;

  constructor(store: Store, sessionId: string, message: AssistantMessage, events: RecorderEvents) {
    this.#store = store;
    this.#sessionId = sessionId;
    this.#events = events;
    this.message = message;
  }

  append(kind: "text" | "reasoning", text: string): void {
    const last = this.message.parts.length - 1;
    const open = this.message.parts[last];
    if (open?.type === kind) this.#replace(last, { ...open, text: open.text + text });
    else {
      this.#save();
      this.#replace(last + 1, { type: kind, text });
    }
    this.#events.delta(this.message.parts.length - 1, kind, text);
    this.#timer ??= setTimeout(() => {
      this.#save();
    }, SAVE_EVERY_MS);
  }

  usage(usage: Usage): void {
    this.message = { ...this.message, metadata: { ...this.message.metadata, usage } };
  }

  finish(finish: Finish, error?: string): void {
    const metadata = { ...this.message.metadata, finish, ...(error !== undefined && { error }) };
    this.message = { ...this.message, metadata };
    this.#save();
  }

  #replace(index: number, part: AssistantPart): void {
    this.message = { ...this.message, parts: [...this.message.parts.slice(0, index), part] };
    this.#changed.add(index);
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      saveAnswer(this.#store, this.#sessionId, this.message, this.#changed);
      this.#changed.clear();
    } catch (error) {
      if (!this.#saveFailed) this.#events.saveFailed(saveFailure(error));
      this.#saveFailed = true;
    }
  }
}

export function saveFailure(error: unknown): Failure {
  return {
    stage: "persist",
    code: "not-saved",
    message: `Galley could not save to disk (${reasonOf(error)}). What you see is kept until the window closes; free some space or copy it.`,
    retryable: true,
  };
}
