// The draft of a conversation on disk: tried again when the disk refuses, and kept apart from those that become messages.
import { readDraft, saveDraft } from "../../persist/drafts.ts";
import { type Draft, EMPTY_DRAFT } from "../../protocol/draft.ts";
import { fromStored, onLines, toStored } from "./editing.ts";
import type { Queue } from "./queue.ts";
import { saveFailure } from "../recorder.ts";
import type { Rooms } from "../rooms.ts";

/** How long after a refusal a draft is tried again. */
const RETRY_MS = 2_000;

export class Unsent {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #create: () => void;
  /** Being taken in, in the order in which they were sent: the disk has them until it is known what becomes of each. */
  #taken: readonly Draft[] = [];
  /** What was typed since the last of those was sent. */
  #typed: Draft = EMPTY_DRAFT;
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

  /** What the input shows: nothing of what is being taken in. */
  read(): Draft {
    return this.isTaking ? this.#typed : this.stored();
  }

  /** What a process that starts now would find. */
  stored(): Draft {
    return fromStored(readDraft(this.#rooms.store, this.#id), this.#queue.editing);
  }

  /** Something that was sent is neither a message nor the draft again yet. */
  get isTaking(): boolean {
    return this.#taken.length > 0;
  }

  /** The disk does not have it yet, or has what is a message already. */
  get isAhead(): boolean {
    return this.isTaking || this.#refused !== undefined;
  }

  /** A store that cannot be written has said so when it was opened; typing goes on. */
  save(draft: Draft): void {
    if (this.#rooms.store.readOnly) return;
    if (this.isTaking) this.#typed = draft;
    else this.#store(draft);
  }

  #store(draft: Draft): void {
    this.close();
    try {
      if (draft.parts.length > 0) this.#create();
      saveDraft(this.#rooms.store, this.#id, toStored(draft, this.#queue.editing?.aside), this.#rooms.now());
      this.#isRefused = false;
    } catch (error) {
      if (!this.#isRefused) this.#rooms.emit({ type: "failure", session_id: this.#id, failure: saveFailure(error) });
      this.#isRefused = true;
      // Retry, so that the draft is stored even if the user types nothing more.
      const retry = setTimeout(() => {
        this.save(draft);
      }, RETRY_MS);
      this.#refused = { draft, retry };
    }
  }

  /** Stores the draft that the disk refused, before another caller writes the draft. */
  tryAgain(): void {
    if (this.#refused !== undefined) this.save(this.#refused.draft);
  }

  /** Something is about to become of it: until that is so, its parts stay stored, whatever is typed next. */
  hold(draft: Draft): void {
    if (this.#taken.includes(draft)) return;
    this.#taken = [...this.#taken, draft];
    this.#typed = EMPTY_DRAFT;
    this.storeTaken();
  }

  /** Stores the drafts being submitted, because another caller may have cleared the stored draft. */
  storeTaken(): void {
    if (!this.isTaking || this.#rooms.store.readOnly) return;
    this.#store({ parts: onLines(this.#taken.map(({ parts }) => parts)) });
    // Refused, they are not tried again: when their turn came they would be messages already.
    this.close();
  }

  /** Returns what was typed since. */
  letGo(draft: Draft): Draft {
    const typed = this.isTaking ? this.#typed : EMPTY_DRAFT;
    this.#taken = this.#taken.filter((other) => other !== draft);
    this.storeTaken();
    return typed;
  }

  /** What was refused is not tried again. */
  close(): void {
    clearTimeout(this.#refused?.retry);
    this.#refused = undefined;
  }
}
