// The conversations that are open in this process: one Session each, for as long as it holds what the disk does not.
import type { Rooms } from "../rooms.ts";
import { Session } from "./session.ts";

export class Sessions {
  readonly #rooms: Rooms;
  readonly #open = new Map<string, Session>();

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
  }

  /** The open conversation, or it is opened. Registers it before `takeUp`, whose events may make listeners ask for it again. */
  open(id: string): Session {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    const session = new Session(this.#rooms, id);
    this.#open.set(id, session);
    session.takeUp();
    return session;
  }

  /** What is on disk counts again, unless a turn, a message on its way or what is written is ahead of it. */
  reread(id: string): void {
    if (this.#open.get(id)?.isAtRest === true) this.#open.delete(id);
  }

  close(): void {
    for (const session of this.#open.values()) session.close();
  }
}
