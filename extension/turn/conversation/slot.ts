// The one turn a conversation may have, across windows: claimed, kept alive while it runs, passed on, given back or lost.
import { fencedStore } from "../../persist/fence.ts";
import {
  type Claim,
  claimTurn,
  holdsTurn,
  isHeldElsewhere,
  isStopRequested,
  releaseTurn,
  renewTurn,
  requestStop,
  type TurnHolder,
} from "../../persist/lease.ts";
import { claimBeside, endTurn } from "../../persist/queue.ts";
import type { Rooms } from "../rooms.ts";

/** How often a running turn looks whether another window wants it stopped, or has taken it over. */
const LOOK_MS = 500;

/** How many looks until it says again that it runs: every five seconds. */
const RENEW_EVERY = 10;

export interface SlotEvents {
  /** Another window wants the turn stopped. */
  stopRequested: () => void;
  /** Another window has claimed the turn. Said once per claim, before the next write of this one. */
  lost: () => void;
}

/** One claim, from the moment it is made. */
interface Lease {
  readonly claim: Claim;
  isLost: boolean;
  /** The turn was given back: late writes are refused as for a lost turn, but it does not count as lost. */
  isOver: boolean;
}

export class Slot {
  readonly #rooms: Rooms;
  readonly #id: string;
  readonly #events: SlotEvents;
  #lease: Lease | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What the turn that runs is given: it writes only while the turn is this window's, and tells nothing once it is not. */
  rooms: Rooms;

  constructor(rooms: Rooms, id: string, events: SlotEvents) {
    this.#rooms = rooms;
    this.#id = id;
    this.#events = events;
    this.rooms = rooms;
  }

  get isElsewhere(): boolean {
    return isHeldElsewhere(this.#rooms.store, this.#id, this.#holder());
  }

  /** Another window has taken the turn that was claimed last. */
  get isLost(): boolean {
    return this.#lease?.isLost === true;
  }

  /** For a message that is new, or for the next one of the queue. Throws when the disk refuses. */
  claim(what: "new" | "queued"): boolean {
    const claim = (what === "new" ? claimBeside : claimTurn)(this.#rooms.store, this.#id, this.#holder());
    if (claim === undefined) return false;
    const lease = { claim, isLost: false, isOver: false };
    this.#lease = lease;
    this.rooms = this.#fenced(lease);
    let looks = 0;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      quietly(() => {
        this.#look(lease, ++looks);
      });
    }, LOOK_MS);
    return true;
  }

  /** The turn has ended; `true` when it is kept for the next of the queue. Throws when the disk refuses. */
  passOn(): boolean {
    const lease = this.#lease;
    if (lease === undefined) return false;
    const ended = endTurn(this.#rooms.store, this.#id, lease.claim, this.#rooms.now());
    if (ended === "lost") this.#lose(lease);
    else if (ended === "released") this.#end(lease);
    return ended === "kept";
  }

  /** A claim that cannot be taken back now stays in this process's name, which may claim again, and ends with it. */
  release(): void {
    const lease = this.#lease;
    if (lease === undefined) return;
    this.#end(lease);
    quietly(() => {
      releaseTurn(this.#rooms.store, this.#id, lease.claim);
    });
  }

  askToStop(): void {
    requestStop(this.#rooms.store, this.#id, this.#rooms.now());
  }

  #look(lease: Lease, looks: number): void {
    const { store, now } = this.#rooms;
    if (!this.#isOurs(lease)) return;
    if (isStopRequested(store, this.#id)) this.#events.stopRequested();
    if (looks % RENEW_EVERY === 0 && !renewTurn(store, this.#id, lease.claim, now())) this.#lose(lease);
  }

  #isOurs(lease: Lease): boolean {
    const isOurs = holdsTurn(this.#rooms.store, this.#id, lease.claim);
    if (!isOurs) this.#lose(lease);
    return isOurs;
  }

  #lose(lease: Lease): void {
    if (lease.isLost || lease.isOver) return;
    lease.isLost = true;
    clearInterval(this.#timer);
    this.#events.lost();
  }

  #end(lease: Lease): void {
    lease.isOver = true;
    clearInterval(this.#timer);
  }

  #fenced(lease: Lease): Rooms {
    const isOurs = (): boolean => this.#isOurs(lease);
    const emit: Rooms["emit"] = (event) => {
      if (!lease.isLost) this.#rooms.emit(event);
    };
    const own: Partial<Rooms> = { store: fencedStore(this.#rooms.store, isOurs), emit, isOurs };
    return new Proxy(this.#rooms, {
      get: (rooms, key): unknown => Reflect.get(key in own ? own : rooms, key),
    });
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
    // The next save says it.
  }
}
