// The input of a conversation: its draft, a queued message that is edited in it, and what comes back into it.
import { asWritten } from "../message/command.ts";
import type { Failure } from "../message/failure.ts";
import type { Part } from "../message/part.ts";
import type { Draft } from "../protocol/draft.ts";
import { onLines } from "./editing.ts";
import type { Queue } from "./queue.ts";
import type { Rooms } from "./rooms.ts";
import type { Runner, Submitted } from "./runner.ts";
import { Unsent } from "./unsent.ts";

export class Input {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #queue: Queue;
  readonly #runner: Runner;
  readonly #unsent: Unsent;

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

  /** Something of it is here alone. */
  get isAhead(): boolean {
    return this.isEditing || this.#unsent.isAhead;
  }

  /** Becomes a message. Until that is on disk its parts stay stored as the draft, whatever is typed next. */
  async submit(draft: Draft, steers: boolean): Promise<Submitted> {
    const { editing } = this.#queue;
    this.hold(draft);
    const result = await this.#runner.submit(draft.parts, { endsDraft: true, steers, editing });
    if (!result.ok) return this.refuse(draft, result.failure);
    const typedMeanwhile = this.letGo();
    if (editing !== undefined) this.#edited(editing.aside, typedMeanwhile);
    else if (typedMeanwhile.parts.length > 0) this.save(typedMeanwhile);
    return result;
  }

  hold(draft: Draft): void {
    this.#unsent.hold(draft);
  }

  letGo(): Draft {
    return this.#unsent.letGo();
  }

  refuse(draft: Draft, failure: Failure): Submitted {
    const typedMeanwhile = this.letGo();
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
    if (this.isEditing) throw new Error("Queue or cancel the message that you are editing first.");
    this.#unsent.tryAgain();
    if (!this.#queue.edit(id, this.#unsent.held ?? this.draft, this.#runner.isRunning)) return;
    const { draft } = this;
    if (this.#unsent.held !== undefined) this.#unsent.held = draft;
    this.#give(draft, true);
  }

  /** The message is back in its place as it was, and the draft is what it was. Too late for one that is being sent. */
  cancelEdit(): void {
    const { editing } = this.#queue;
    if (editing === undefined || this.#unsent.held !== undefined) return;
    this.#queue.putBack(editing);
    this.save({ parts: editing.aside });
    this.#give({ parts: editing.aside }, true);
    if (!this.#queue.isHeld) this.#runner.fire("queued");
    this.#tellQueue();
  }

  /** All that waits. A draft that is just being taken in ends when it is: what comes back then belongs to what is typed next. */
  takeQueueBack(): void {
    this.#unsent.tryAgain();
    const wasEditing = this.isEditing && this.#unsent.held === undefined;
    if (wasEditing) this.#queue.endEditing();
    const returned = this.#queue.takeBack();
    if (this.#unsent.held !== undefined) this.#unsent.held = { parts: [...returned.parts, ...this.#unsent.held.parts] };
    if (wasEditing) this.#give(this.draft, true);
    else if (returned.parts.length > 0) this.#give(returned);
  }

  close(): void {
    this.#unsent.close();
  }

  /** Stored as the draft already: whoever shows it puts it into the input, too. */
  #give(draft: Draft, replaces = false): void {
    const how = replaces ? { replaces } : {};
    this.#rooms.emit(this.#id, { type: "returned", session_id: this.#id, draft, ...how });
  }

  #tellQueue(): void {
    this.#queue.tell(this.#runner.isRunning);
  }
}
