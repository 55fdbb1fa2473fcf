// The input of a conversation: its draft, a queued message that the user edits in it, and what returns to it.
import { asWritten } from "../../message/command.ts";
import type { Failure } from "../../message/failure.ts";
import type { Part } from "../../message/part.ts";
import type { Result } from "../../message/result.ts";
import type { Draft } from "../../protocol/draft.ts";
import { onLines } from "./editing.ts";
import type { Queue } from "./queue.ts";
import type { Runner } from "./runner.ts";
import type { Submitted } from "./submission.ts";
import { Unsent, type UnsentPorts } from "./unsent.ts";
import * as words from "../words.ts";

export class Input {
  readonly #ports: UnsentPorts;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #runner: Runner;
  readonly #unsent: Unsent;
  #line: Promise<unknown> = Promise.resolve();

  /** `create` stores the row of the conversation, which a draft needs. */
  constructor(ports: UnsentPorts, id: string, queue: Queue, runner: Runner, create: () => void) {
    this.#ports = ports;
    this.#id = id;
    this.#queue = queue;
    this.#runner = runner;
    this.#unsent = new Unsent(ports, id, queue, create);
  }

  /** The draft that the input shows, without a message that is being submitted. */
  get draft(): Draft {
    return this.#unsent.read();
  }

  save(draft: Draft): void {
    this.#unsent.save(draft);
  }

  get isEditing(): boolean {
    return this.#queue.editing !== undefined;
  }

  /** A submitted draft is neither a message nor the draft again yet. */
  get isSending(): boolean {
    return this.#unsent.isSubmitting;
  }

  /** This window holds something that the disk does not. */
  get isAhead(): boolean {
    return this.isEditing || this.#unsent.isAhead;
  }

  /** Calls `submit` after the drafts submitted before. The draft stays stored until `letGo` or `refuse`. */
  inLine<Outcome>(draft: Draft, submit: () => Promise<Outcome>): Promise<Outcome> {
    this.#unsent.hold(draft);
    const done = this.#line.then(submit);
    // The caller gets the failure; the next draft only waits for the end.
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** The draft becomes a message. Until that is on disk its parts stay stored as the draft, whatever the user types next. */
  async submit(draft: Draft, steers = false): Promise<Result<Submitted>> {
    const { editing } = this.#queue;
    this.#unsent.hold(draft);
    const result = await this.#runner.submit(draft.parts, { endsDraft: true, steers, editing });
    if (!result.ok) return this.refuse(draft, result.failure);
    const typedMeanwhile = this.letGo(draft);
    if (editing !== undefined) this.#edited(editing.aside, typedMeanwhile);
    else if (typedMeanwhile.parts.length > 0) this.save(typedMeanwhile);
    return result;
  }

  /** The caller has handled the draft. Returns what the user typed since. */
  letGo(draft: Draft): Draft {
    return this.#unsent.letGo(draft);
  }

  /** Queues a message and holds the queue until the user resumes it. Ends the draft, but no draft that is being submitted. */
  async keep(parts: readonly Part[]): Promise<Result<Submitted>> {
    const kept = await this.#runner.keep(parts);
    this.#unsent.storeSubmitted();
    return kept;
  }

  /** The submitted draft returns to the input, before what the user typed since. */
  refuse(draft: Draft, failure: Failure): Result<never> {
    const typedMeanwhile = this.letGo(draft);
    this.save({ parts: [...draft.parts, ...typedMeanwhile.parts] });
    return { ok: false, failure };
  }

  /** Restores the draft that was set aside, before what the user typed since. */
  #edited(aside: Draft["parts"], typedMeanwhile: Draft): void {
    this.#queue.endEditing();
    this.save({ parts: onLines([aside, typedMeanwhile.parts]) });
    if (aside.length > 0) this.#give({ parts: aside });
    this.#queue.tell();
  }

  /** A sent message returns to the input, before the draft and a message that is edited. */
  bringBack(parts: readonly Part[]): { before: Draft; after: Draft } {
    const known = parts.flatMap(asWritten).filter((part) => part.type !== "unknown");
    this.#unsent.tryAgain();
    this.#queue.endEditing();
    const before = this.draft;
    const after = { parts: [...known, ...before.parts] };
    this.save(after);
    return { before, after };
  }

  /** Moves a queued message into the input and sets the draft aside. No-op if the message has left the queue. */
  edit(id: string): void {
    if (this.isEditing) throw new Error(words.editingOther);
    this.#unsent.tryAgain();
    if (this.#queue.edit(id, this.draft)) {
      const draft = this.#unsent.stored();
      if (this.isSending) this.save(draft);
      this.#give(draft, true);
    }
    this.#queue.tell();
  }

  /** Puts the edited message back into the queue, unchanged, and restores the draft. No-op if the message is being submitted. */
  cancelEdit(): void {
    const { editing } = this.#queue;
    if (editing === undefined || this.isSending) return;
    this.#queue.putBack(editing);
    this.save({ parts: editing.aside });
    this.#give({ parts: editing.aside }, true);
    if (!this.#queue.isHeld) this.#runner.fire("queued");
    this.#queue.tell();
  }

  /** Moves all queued messages into the input. While a draft is submitted they belong to what the user types next. */
  takeQueueBack(): void {
    this.#unsent.tryAgain();
    const wasEditing = this.isEditing && !this.isSending;
    if (wasEditing) this.#queue.endEditing();
    const returned = this.#queue.takeBack();
    if (this.isSending) this.save({ parts: [...returned.parts, ...this.draft.parts] });
    if (wasEditing) this.#give(this.draft, true);
    else if (returned.parts.length > 0) this.#give(returned);
  }

  close(): void {
    this.#unsent.close();
  }

  /** The draft is already stored; the event tells panels to show it in the input. */
  #give(draft: Draft, replaces = false): void {
    const how = replaces ? { replaces } : {};
    this.#ports.emit({ type: "returned", session_id: this.#id, draft, ...how });
  }
}
