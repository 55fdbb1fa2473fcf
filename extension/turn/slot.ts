// The one turn a session may have, across windows: claimed, kept alive while it runs, passed on or given back.
import { claimBeside, endTurn } from "../persist/queue.ts";
import {
  claimTurn,
  isHeldElsewhere,
  isStopRequested,
  releaseTurn,
  renewTurn,
  requestStop,
  type TurnHolder,
} from "../persist/sessions.ts";
import type { Rooms } from "./rooms.ts";

/** How often a running turn looks whether another window wants it stopped. */
const LOOK_MS = 500;

/** How many looks until it says again that it runs: every five seconds. */
const RENEW_EVERY = 10;

export class Slot {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #stopRequested: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(rooms: Rooms, id: string, stopRequested: () => void) {
    this.#rooms = rooms;
    this.#id = id;
    this.#stopRequested = stopRequested;
  }

  get isElsewhere(): boolean {
    return isHeldElsewhere(this.#rooms.store, this.#id, this.#holder());
  }

  /** For a message that is new, or for the next one of the queue. Throws when the disk refuses. */
  claim(what: "new" | "queued"): boolean {
    const claim = what === "new" ? claimBeside : claimTurn;
    if (!claim(this.#rooms.store, this.#id, this.#holder())) return false;
    let looks = 0;
    this.#timer = setInterval(() => {
      quietly(() => {
        this.#look(++looks);
      });
    }, LOOK_MS);
    return true;
  }

  /** The turn has ended; `true` when it is kept for the next of the queue. Throws when the disk refuses. */
  passOn(): boolean {
    const isKept = endTurn(this.#rooms.store, this.#id, this.#holder()) === "kept";
    if (!isKept) clearInterval(this.#timer);
    return isKept;
  }

  /** A claim that cannot be taken back now stays in this process's name, which may claim again, and ends with it. */
  release(): void {
    clearInterval(this.#timer);
    quietly(() => {
      releaseTurn(this.#rooms.store, this.#id, this.#rooms.owner);
    });
  }

  askToStop(): void {
    requestStop(this.#rooms.store, this.#id, this.#rooms.now());
  }

  #look(looks: number): void {
    const { store, owner, now } = this.#rooms;
    if (isStopRequested(store, this.#id)) this.#stopRequested();
    if (looks % RENEW_EVERY === 0) renewTurn(store, this.#id, owner, now());
  }

  #holder(): TurnHolder {
    const { owner, now, isAlive } = this.#rooms;
    return { owner, now: now(), isAlive };
  }
}

/** What the disk refuses here, the next save of the turn tells the user. */
export function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Said by whoever saves next.
  }
}
