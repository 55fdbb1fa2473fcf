// The draft of a conversation on disk: saved again if the disk refuses, and kept apart from drafts that are being submitted.
import type { Store } from "../../persist/database/store.ts";
import { readDraft, saveDraft } from "../../persist/drafts.ts";
import { type Draft, EMPTY_DRAFT } from "../../protocol/draft.ts";
import type { Emit } from "../events.ts";
import { fromStored, onLines, toStored } from "./editing.ts";
import type { Queue } from "./queue.ts";
import { saveFailure } from "../recorder.ts";

/** How long to wait before saving a refused draft again. */
const RETRY_MS = 2_000;

export interface UnsentPorts {
  store: Store;
  now: () => number;
  emit: Emit;
}

export class Unsent {
  readonly #ports: UnsentPorts;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #create: () => void;
  /** Drafts that are being submitted, in order. They stay stored until each is a message or the draft again. */
  #submitted: readonly Draft[] = [];
  /** What the user typed since the last of them was submitted. */
  #typed: Draft = EMPTY_DRAFT;
  /** The user is told once, not at every key. */
  #isRefused = false;
  #refused: { draft: Draft; retry: NodeJS.Timeout } | undefined;

  /** `create` stores the row of the conversation, which a draft needs. */
  constructor(ports: UnsentPorts, id: string, queue: Queue, create: () => void) {
    this.#ports = ports;
    this.#id = id;
    this.#queue = queue;
    this.#create = create;
  }

  /** The draft that the input shows, without drafts that are being submitted. */
  read(): Draft {
    return this.isSubmitting ? this.#typed : this.stored();
  }

  /** The draft on disk. */
  stored(): Draft {
    return fromStored(readDraft(this.#ports.store, this.#id), this.#queue.editing);
  }

  /** A submitted draft is neither a message nor the draft again yet. */
  get isSubmitting(): boolean {
    return this.#submitted.length > 0;
  }

  /** The stored draft differs from the input: the disk refused it, or a draft is being submitted. */
  get isAhead(): boolean {
    return this.isSubmitting || this.#refused !== undefined;
  }

  /** No-op if the store is read-only: the user was told when it was opened. */
  save(draft: Draft): void {
    if (this.#ports.store.readOnly) return;
    if (this.isSubmitting) this.#typed = draft;
    else this.#store(draft);
  }

  #store(draft: Draft): void {
    this.close();
    try {
      if (draft.parts.length > 0) this.#create();
      saveDraft(this.#ports.store, this.#id, toStored(draft, this.#queue.editing?.aside), this.#ports.now());
      this.#isRefused = false;
    } catch (error) {
      if (!this.#isRefused) this.#ports.emit({ type: "failure", session_id: this.#id, failure: saveFailure(error) });
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

  /** Keeps a submitted draft stored until `letGo`, whatever the user types next. */
  hold(draft: Draft): void {
    if (this.#submitted.includes(draft)) return;
    this.#submitted = [...this.#submitted, draft];
    this.#typed = EMPTY_DRAFT;
    this.storeSubmitted();
  }

  /** Stores the drafts being submitted, because another caller may have cleared the stored draft. */
  storeSubmitted(): void {
    if (!this.isSubmitting || this.#ports.store.readOnly) return;
    this.#store({ parts: onLines(this.#submitted.map(({ parts }) => parts)) });
    // Do not retry: by then they may be messages already.
    this.close();
  }

  /** The draft is a message now, or refused. Returns what the user typed since. */
  letGo(draft: Draft): Draft {
    const typed = this.isSubmitting ? this.#typed : EMPTY_DRAFT;
    this.#submitted = this.#submitted.filter((other) => other !== draft);
    this.storeSubmitted();
    return typed;
  }

  /** Cancels the retry of a refused draft. */
  close(): void {
    clearTimeout(this.#refused?.retry);
    this.#refused = undefined;
  }
}
