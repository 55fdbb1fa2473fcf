// The draft of a conversation on disk: tried again when the disk refuses, and kept apart while it becomes a message.
import { readDraft, saveDraft } from "../persist/drafts.ts";
import { type Draft, EMPTY_DRAFT } from "../protocol/draft.ts";
import { fromStored, toStored } from "./editing.ts";
import type { Queue } from "./queue.ts";
import { saveFailure } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";

/** How long after a refusal a draft is tried again. */
const RETRY_MS = 2_000;

export class Unsent {
  /** Set while a draft is being taken in: what was typed since. */
  held: Draft | undefined;
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #create: () => void;
  /** Said once, not at every key. */
  #isRefused = false;
  #retry: NodeJS.Timeout | undefined;

  /** `create`: the session gets its row before there is a draft of it. */
  constructor(rooms: Rooms, id: string, queue: Queue, create: () => void) {
    this.#rooms = rooms;
    this.#id = id;
    this.#queue = queue;
    this.#create = create;
  }

  read(): Draft {
    return fromStored(readDraft(this.#rooms.store, this.#id), this.#queue.editing);
  }

  /** A store that cannot be written has said so when it was opened; typing goes on. */
  save(draft: Draft): void {
    if (this.#rooms.store.readOnly) return;
    if (this.held !== undefined) {
      this.held = draft;
      return;
    }
    clearTimeout(this.#retry);
    try {
      if (draft.parts.length > 0) this.#create();
      saveDraft(this.#rooms.store, this.#id, toStored(draft, this.#queue.editing?.aside), this.#rooms.now());
      this.#isRefused = false;
    } catch (error) {
      if (!this.#isRefused) this.#rooms.emit(this.#id, { type: "failure", failure: saveFailure(error) });
      this.#isRefused = true;
      // Whoever stops typing now still finds it stored, once the disk or the other program lets go.
      this.#retry = setTimeout(() => {
        this.save(draft);
      }, RETRY_MS);
    }
  }

  /** It is about to become a message: until it has, its parts stay stored, whatever is typed next. */
  hold(draft: Draft): void {
    this.save(draft);
    this.held = EMPTY_DRAFT;
  }

  /** Returns what was typed since. */
  letGo(): Draft {
    const typed = this.held ?? EMPTY_DRAFT;
    this.held = undefined;
    return typed;
  }

  close(): void {
    clearTimeout(this.#retry);
  }
}
