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
  #refused: { draft: Draft; retry: NodeJS.Timeout } | undefined;

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

  /** The disk does not have it yet, or has what is a message already. */
  get isAhead(): boolean {
    return this.held !== undefined || this.#refused !== undefined;
  }

  /** A store that cannot be written has said so when it was opened; typing goes on. */
  save(draft: Draft): void {
    if (this.#rooms.store.readOnly) return;
    if (this.held !== undefined) {
      this.held = draft;
      return;
    }
    this.close();
    try {
      if (draft.parts.length > 0) this.#create();
      saveDraft(this.#rooms.store, this.#id, toStored(draft, this.#queue.editing?.aside), this.#rooms.now());
      this.#isRefused = false;
    } catch (error) {
      if (!this.#isRefused) this.#rooms.emit(this.#id, { type: "failure", failure: saveFailure(error) });
      this.#isRefused = true;
      // Whoever stops typing now still finds it stored, once the disk or the other program lets go.
      const retry = setTimeout(() => {
        this.save(draft);
      }, RETRY_MS);
      this.#refused = { draft, retry };
    }
  }

  /** What the disk refused is stored before somebody else writes the draft. */
  tryAgain(): void {
    if (this.#refused !== undefined) this.save(this.#refused.draft);
  }

  /** Something is about to become of it: until that is so, its parts stay stored, whatever is typed next. */
  hold(draft: Draft): void {
    if (this.held !== undefined) return;
    this.save(draft);
    // Refused, it is not tried again: when its turn came it would be a message already.
    this.close();
    this.held = EMPTY_DRAFT;
  }

  /** Returns what was typed since. */
  letGo(): Draft {
    const typed = this.held ?? EMPTY_DRAFT;
    this.held = undefined;
    return typed;
  }

  /** What was refused is not tried again. */
  close(): void {
    clearTimeout(this.#refused?.retry);
    this.#refused = undefined;
  }
}
