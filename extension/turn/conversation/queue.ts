// The queued messages of a conversation: shows, moves, cancels and takes them back, and holds or releases the queue.
import type { UserMessage } from "../../message/message.ts";
import { oneLine, wordsOf } from "../../text/part-words.ts";
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
import type { Store } from "../../persist/database/store.ts";
import type { Emit } from "../events.ts";
import { type Editing, fromStored, onLines, toStored } from "./editing.ts";

export interface QueuePorts {
  store: Store;
  now: () => number;
  emit: Emit;
}

export class Queue {
  readonly #ports: QueuePorts;
  readonly #id: string;
  /** Whether a turn of the conversation runs, here or in another window. */
  readonly #isRunning: () => boolean;
  /** Canceled messages that the user can restore, the last one at the end. */
  #canceled: UserMessage[] = [];
  #editing: Editing | undefined;
  #toldEmpty = false;

  constructor(ports: QueuePorts, id: string, isRunning: () => boolean) {
    this.#ports = ports;
    this.#id = id;
    this.#isRunning = isRunning;
  }

  /** Messages that wait while no turn runs are held: by the user, by a failure, or because their process ended. */
  shown(): ShownQueue {
    const isRunning = this.#isRunning();
    const waiting = readQueue(this.#ports.store, this.#id);
    const items = waiting.map(({ id, parts, metadata }) => ({
      id,
      words: oneLine(parts.map(wordsOf).join("")),
      chips: parts.filter((part) => part.type !== "text").length,
      ...(metadata.steers === true && { steers: true }),
      ...(metadata.origin !== undefined && { from: metadata.origin }),
    }));
    const held = items.length > 0 && (!isRunning || this.isHeld);
    const editing = this.#editing && (isRunning || held || this.#editing.hold !== null ? "queue" : "send");
    return { items, held, undo: this.#canceled.length > 0, ...(editing && { editing }) };
  }

  /** Tells everyone who watches the conversation. Tells of an empty queue only once. */
  tell(): void {
    const queue = this.shown();
    const isEmpty = queue.items.length === 0 && !queue.undo && queue.editing === undefined;
    if (isEmpty && this.#toldEmpty) return;
    this.#toldEmpty = isEmpty;
    this.#ports.emit({ type: "queue", session_id: this.#id, queue });
  }

  get isHeld(): boolean {
    return readHold(this.#ports.store, this.#id) !== null;
  }

  /** The message that would be sent next. */
  first(): string | undefined {
    return readQueue(this.#ports.store, this.#id)[0]?.id;
  }

  /** No-op if the message has left the queue. */
  cancel(id: string): void {
    const message = cancelQueued(this.#ports.store, id);
    if (message !== undefined) this.#canceled.push(message);
    this.tell();
  }

  undoCancel(): void {
    const message = this.#canceled.pop();
    if (message !== undefined) this.#requeue(message, false);
    this.tell();
  }

  #requeue(message: UserMessage, ends_draft: boolean, hold: Hold | null = null): void {
    const row = { session_id: this.#id, at: this.#ports.now(), message, contents: new Map<string, string>() };
    requeue(this.#ports.store, { ...row, ends_draft }, hold);
  }

  /** A turn has begun or ended: messages canceled before it can no longer be restored. */
  forget(): void {
    this.#canceled = [];
  }

  /** No-op if the message, or the one it should come before, has left the queue. */
  move(id: string, to: MoveTo): void {
    moveQueued(this.#ports.store, this.#id, id, to);
    this.tell();
  }

  /** Moves all messages before the stored draft, and returns them. */
  takeBack(): Draft {
    const all = readQueue(this.#ports.store, this.#id).map(({ id }) => id);
    const messages = takeBack(this.#ports.store, this.#id, all, this.#ports.now(), (stored, taken) => {
      const draft = fromStored(stored, this.#editing);
      return toStored({ parts: onLines([...taken.map(({ parts }) => parts), draft.parts]) }, this.#editing?.aside);
    });
    return { parts: onLines(messages.map(({ parts }) => parts)) };
  }

  /** The queued message that the user edits in the input. */
  get editing(): Editing | undefined {
    return this.#editing;
  }

  /** Moves the message into the draft and sets the draft aside. `false` if the message has left the queue. */
  edit(id: string, before: Draft): boolean {
    const hold = readHold(this.#ports.store, this.#id) ?? (this.#isRunning() ? null : "hold");
    const [message] = takeBack(this.#ports.store, this.#id, [id], this.#ports.now(), (stored, taken) =>
      toStored({ parts: onLines(taken.map(({ parts }) => parts)) }, fromStored(stored, undefined).parts),
    );
    if (message !== undefined) this.#editing = { message, aside: before.parts, hold };
    return message !== undefined;
  }

  /** Puts the edited message back into its place, unchanged. */
  putBack({ message, hold }: Editing): void {
    this.#requeue(message, true, hold);
    this.#editing = undefined;
  }

  /** The edited message is back in the queue, or has become part of the draft. */
  endEditing(): void {
    this.#editing = undefined;
  }

  hold(why: Hold): void {
    if (this.#editing !== undefined && why === "hold") this.#editing.hold = why;
    holdQueue(this.#ports.store, this.#id, why);
  }

  release(why?: Hold): void {
    if (this.#editing !== undefined && (why ?? this.#editing.hold) === this.#editing.hold) this.#editing.hold = null;
    releaseHold(this.#ports.store, this.#id, why);
  }
}
