// The messages of a session that wait for their turn: shown, moved, cancelled and taken back one by one, held and let go.
import type { UserMessage } from "../message/message.ts";
import type { KnownPart, Part } from "../message/part.ts";
import { oneLine, wordsOf } from "../message/words.ts";
import {
  cancelQueued,
  type Hold,
  holdQueue,
  moveQueued,
  readHold,
  readQueue,
  releaseHold,
  requeue,
  takeBack,
} from "../persist/queue.ts";
import type { ShownQueue } from "../protocol/conversation.ts";
import { Draft, EMPTY_DRAFT } from "../protocol/draft.ts";
import type { Rooms } from "./rooms.ts";

export class Queue {
  readonly #rooms: Rooms;
  readonly #id: string;
  /** Cancelled here and not yet forgotten, the last one at the end. */
  #cancelled: UserMessage[] = [];
  #toldEmpty = false;

  constructor(rooms: Rooms, id: string) {
    this.#rooms = rooms;
    this.#id = id;
  }

  /** What waits while nobody runs is held: by the user, by a failure, or because its process is gone. */
  shown(isRunning: boolean): ShownQueue {
    const waiting = readQueue(this.#rooms.store, this.#id);
    const items = waiting.map(({ id, parts, metadata }) => ({
      id,
      words: oneLine(parts.map(wordsOf).join("")),
      chips: parts.filter((part) => part.type !== "text").length,
      ...(metadata.steers === true && { steers: true }),
    }));
    const held = items.length > 0 && (!isRunning || this.isHeld);
    return { items, held, undo: this.#cancelled.length > 0 };
  }

  /** Tells everyone who watches; of an empty queue only once. */
  tell(isRunning: boolean): void {
    const queue = this.shown(isRunning);
    const isEmpty = queue.items.length === 0 && !queue.undo;
    if (isEmpty && this.#toldEmpty) return;
    this.#toldEmpty = isEmpty;
    this.#rooms.emit(this.#id, { type: "queue", session_id: this.#id, queue });
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
    if (message !== undefined) requeue(this.#rooms.store, this.#id, message, this.#rooms.now());
  }

  /** A turn has begun or ended: what was cancelled before is gone. */
  forget(): void {
    this.#cancelled = [];
  }

  move(id: string, to: "up" | "down" | "first"): boolean {
    return moveQueued(this.#rooms.store, this.#id, id, to);
  }

  /** Out of the queue and before whatever the stored draft holds; returns what came back. */
  takeBack(ids?: readonly string[]): Draft {
    const all = ids ?? readQueue(this.#rooms.store, this.#id).map(({ id }) => id);
    const messages = takeBack(this.#rooms.store, this.#id, all, this.#rooms.now(), (stored, taken) => {
      const draft = Draft.safeParse(stored).data ?? EMPTY_DRAFT;
      return { parts: onLines([...taken.map(({ parts }) => parts), draft.parts]) };
    });
    return { parts: onLines(messages.map(({ parts }) => parts)) };
  }

  hold(why: Hold): void {
    holdQueue(this.#rooms.store, this.#id, why);
  }

  release(why?: Hold): void {
    releaseHold(this.#rooms.store, this.#id, why);
  }
}

/** Each message begins a line of its own. */
function onLines(messages: readonly (readonly Part[])[]): KnownPart[] {
  const known = messages.map((parts) => parts.filter((part) => part.type !== "unknown"));
  return known
    .filter((parts) => parts.length > 0)
    .flatMap((parts, index) => (index === 0 ? parts : [{ type: "text" as const, text: "\n" }, ...parts]));
}
