// The input of a conversation: its draft, a queued message that is edited in it, and what comes back into it.
import { asWritten } from "../../message/command.ts";
import type { Failure } from "../../message/failure.ts";
import type { Part } from "../../message/part.ts";
import type { Draft } from "../../protocol/draft.ts";
import { onLines } from "./editing.ts";
import type { Queue } from "./queue.ts";
import type { Rooms } from "../rooms.ts";
import type { Runner } from "./runner.ts";
import type { Submitted } from "./submission.ts";
import { Unsent } from "./unsent.ts";

export class Input {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #runner: Runner;
  readonly #unsent: Unsent;
  #line: Promise<unknown> = Promise.resolve();

  /** `create`: the session gets its row before there is a draft of it. */
  constructor(rooms: Rooms, id: string, queue: Queue, runner: Runner, create: () => void) {
    this.#rooms = rooms;
    this.#id = id;
    this.#queue = queue;
    this.#runner = runner;
    this.#unsent = new Unsent(rooms, id, queue, create);
  }

  get draft(): Draft {
    return this.#unsent.read();
  }

  save(draft: Draft): void {
    this.#unsent.save(draft);
  }

  get isEditing(): boolean {
    return this.#queue.editing !== undefined;
  }

  /** What was sent is not on disk as a message yet, nor the draft again. */
  get isSending(): boolean {
    return this.#unsent.isTaking;
  }

  /** Something of it is here alone. */
  get isAhead(): boolean {
    return this.isEditing || this.#unsent.isAhead;
  }

  /** Looked at when those sent before it are. From now on it stays stored until it is known what becomes of it. */
  inLine<Result>(draft: Draft, look: () => Promise<Result>): Promise<Result> {
    this.#unsent.hold(draft);
    const done = this.#line.then(look);
    // The caller gets the failure; the next draft only waits for the end.
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** Becomes a message. Until that is on disk its parts stay stored as the draft, whatever is typed next. */
  async submit(draft: Draft, steers: boolean): Promise<Submitted> {
    const { editing } = this.#queue;
    this.#unsent.hold(draft);
    const result = await this.#runner.submit(draft.parts, { endsDraft: true, steers, editing });
    if (!result.ok) return this.refuse(draft, result.failure);
    const typedMeanwhile = this.letGo(draft);
    if (editing !== undefined) this.#edited(editing.aside, typedMeanwhile);
    else if (typedMeanwhile.parts.length > 0) this.save(typedMeanwhile);
    return result;
  }

  letGo(draft: Draft): Draft {
    return this.#unsent.letGo(draft);
  }

  /** It ends the draft it was in, and none that is being taken in by now. */
  async keep(parts: readonly Part[]): Promise<Submitted> {
    const kept = await this.#runner.keep(parts);
    this.#unsent.storeTaken();
    return kept;
  }

  refuse(draft: Draft, failure: Failure): Submitted {
    const typedMeanwhile = this.letGo(draft);
    this.save({ parts: [...draft.parts, ...typedMeanwhile.parts] });
    return { ok: false, failure };
  }

  /** What was in the input before comes back, before what was typed since. */
  #edited(aside: Draft["parts"], typedMeanwhile: Draft): void {
    this.#queue.endEditing();
    this.save({ parts: onLines([aside, typedMeanwhile.parts]) });
    if (aside.length > 0) this.#give({ parts: aside });
    this.#tellQueue();
  }

  /** A message that was sent comes back before whatever is written: the draft, and a message that is edited. */
  bringBack(parts: readonly Part[]): { before: Draft; after: Draft } {
    const known = parts.flatMap(asWritten).filter((part) => part.type !== "unknown");
    this.#unsent.tryAgain();
    this.#queue.endEditing();
    const before = this.draft;
    const after = { parts: [...known, ...before.parts] };
    this.save(after);
    return { before, after };
  }

  /** A message of the queue, in place of what was there, which waits aside. */
  edit(id: string): void {
    if (this.isEditing) throw new Error("Finish or cancel the queued message that you are editing first.");
    this.#unsent.tryAgain();
    if (!this.#queue.edit(id, this.draft, this.#runner.isRunning)) return;
    const draft = this.#unsent.stored();
    if (this.isSending) this.save(draft);
    this.#give(draft, true);
  }

  /** The message is back in its place as it was, and the draft is what it was. Too late for one that is being sent. */
  cancelEdit(): void {
    const { editing } = this.#queue;
    if (editing === undefined || this.isSending) return;
    this.#queue.putBack(editing);
    this.save({ parts: editing.aside });
    this.#give({ parts: editing.aside }, true);
    if (!this.#queue.isHeld) this.#runner.fire("queued");
    this.#tellQueue();
  }

  /** All that waits. A draft that is just being taken in ends when it is: what comes back then belongs to what is typed next. */
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
    this.#rooms.emit({ type: "returned", session_id: this.#id, draft, ...how });
  }

  #tellQueue(): void {
    this.#queue.tell(this.#runner.isRunning);
  }
}
