// The messages of a session that wait for their turn: shown, moved, cancelled and taken back one by one, held and let go.
import type { UserMessage } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/words.ts";
import {
  cancelQueued,
  type Hold,
  holdQueue,
  moveQueued,
  type MoveTo,
  readHold,
  readQueue,
  releaseHold,
  requeue,
  takeBack,
} from "../../persist/queue.ts";
import type { ShownQueue } from "../../protocol/conversation.ts";
import type { Draft } from "../../protocol/draft.ts";
import { type Editing, fromStored, onLines, toStored } from "./editing.ts";
import type { Rooms } from "../rooms.ts";

export class Queue {
  readonly #rooms: Rooms;
  readonly #id: string;
  /** Cancelled here and not yet forgotten, the last one at the end. */
  #cancelled: UserMessage[] = [];
  #editing: Editing | undefined;
  #toldEmpty = false;

  constructor(rooms: Rooms, id: string) {
    this.#rooms = rooms;
    this.#id = id;
  }

  /** Messages that wait while no turn runs are held: by the user, by a failure, or because their process ended. */
  shown(isRunning: boolean): ShownQueue {
    const waiting = readQueue(this.#rooms.store, this.#id);
    const items = waiting.map(({ id, parts, metadata }) => ({
      id,
      words: oneLine(parts.map(wordsOf).join("")),
      chips: parts.filter((part) => part.type !== "text").length,
      ...(metadata.steers === true && { steers: true }),
    }));
    const held = items.length > 0 && (!isRunning || this.isHeld);
    const editing = this.#editing && (isRunning || held || this.#editing.hold !== null ? "queue" : "send");
    return { items, held, undo: this.#cancelled.length > 0, ...(editing && { editing }) };
  }

  /** Tells everyone who watches; of an empty queue only once. */
  tell(isRunning: boolean): void {
    const queue = this.shown(isRunning);
    const isEmpty = queue.items.length === 0 && !queue.undo && queue.editing === undefined;
    if (isEmpty && this.#toldEmpty) return;
    this.#toldEmpty = isEmpty;
    this.#rooms.emit({ type: "queue", session_id: this.#id, queue });
  }

  get isHeld(): boolean {
    return readHold(this.#rooms.store, this.#id) !== null;
  }

  first(): string | undefined {
    return readQueue(this.#rooms.store, this.#id)[0]?.id;
  }

  cancel(id: string): void {
    const message = cancelQueued(this.#rooms.store, id);
    if (message !== undefined) this.#cancelled.push(message);
  }

  undoCancel(): void {
    const message = this.#cancelled.pop();
    if (message !== undefined) this.#requeue(message, false);
  }

  #requeue(message: UserMessage, ends_draft: boolean, hold: Hold | null = null): void {
    const row = { session_id: this.#id, at: this.#rooms.now(), message, contents: new Map<string, string>() };
    requeue(this.#rooms.store, { ...row, ends_draft }, hold);
  }

  /** A turn has begun or ended: messages canceled before it can no longer be restored. */
  forget(): void {
    this.#cancelled = [];
  }

  move(id: string, to: MoveTo): boolean {
    return moveQueued(this.#rooms.store, this.#id, id, to);
  }

  /** All of it, before whatever the stored draft holds; returns what came back. */
  takeBack(): Draft {
    const all = readQueue(this.#rooms.store, this.#id).map(({ id }) => id);
    const messages = takeBack(this.#rooms.store, this.#id, all, this.#rooms.now(), (stored, taken) => {
      const draft = fromStored(stored, this.#editing);
      return toStored({ parts: onLines([...taken.map(({ parts }) => parts), draft.parts]) }, this.#editing?.aside);
    });
    return { parts: onLines(messages.map(({ parts }) => parts)) };
  }

  /** The message that is in the input now, to be put back into its place. */
  get editing(): Editing | undefined {
    return this.#editing;
  }

  /** Out of the queue and into the draft; what was there waits aside. Returns whether it did wait. */
  edit(id: string, before: Draft, isRunning: boolean): boolean {
    const hold = readHold(this.#rooms.store, this.#id) ?? (isRunning ? null : "hold");
    const [message] = takeBack(this.#rooms.store, this.#id, [id], this.#rooms.now(), (stored, taken) =>
      toStored({ parts: onLines(taken.map(({ parts }) => parts)) }, fromStored(stored, undefined).parts),
    );
    if (message !== undefined) this.#editing = { message, aside: before.parts, hold };
    return message !== undefined;
  }

  /** As it was, where it was; the draft is what it was, too. */
  putBack({ message, hold }: Editing): void {
    this.#requeue(message, true, hold);
    this.#editing = undefined;
  }

  /** The message is in its place again, or it is a part of the draft like any other. */
  endEditing(): void {
    this.#editing = undefined;
  }

  hold(why: Hold): void {
    if (this.#editing !== undefined && why === "hold") this.#editing.hold = why;
    holdQueue(this.#rooms.store, this.#id, why);
  }

  release(why?: Hold): void {
    if (this.#editing !== undefined && (why ?? this.#editing.hold) === this.#editing.hold) this.#editing.hold = null;
    releaseHold(this.#rooms.store, this.#id, why);
  }
}
