// The one turn that a conversation may have across all windows: claims it, renews it while it runs, and releases it.
import { fencedStore } from "../../persist/ownership/fence.ts";
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
} from "../../persist/ownership/lease.ts";
import type { Store } from "../../persist/database/store.ts";
import { claimBeside, endTurn } from "../../persist/queue.ts";
import type { Emit } from "../events.ts";
import type { Ownership } from "../ownership.ts";

/** How often a running turn checks whether another window wants it stopped, or has taken it over. */
const LOOK_MS = 500;

/** The turn is renewed at every tenth look: every five seconds. */
const RENEW_EVERY = 10;

export interface SlotPorts {
  store: Store;
  now: () => number;
  emit: Emit;
  /** The name of this process, as the holder of a turn. */
  owner: string;
  /** Whether the process that holds a turn still runs. */
  isAlive: (owner: string) => boolean;
}

export interface SlotEvents {
  /** Another window wants the turn stopped. */
  stopRequested: () => void;
  /** Another window has claimed the turn. Called once per claim, before the next write of this window. */
  lost: () => void;
  /** The turn goes on: other windows may have replied to what it asks. */
  looked: () => void;
}

/** One claim, from the moment it is made. */
interface Lease {
  readonly claim: Claim;
  isLost: boolean;
  /** The turn was released: late writes are refused as for a lost turn, but it does not count as lost. */
  isOver: boolean;
}

export class Slot<Ports extends SlotPorts> {
  readonly #ports: Ports;
  readonly #id: string;
  readonly #events: SlotEvents;
  #lease: Lease | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The ports of the turn that was claimed last: once another window owns the turn, they write and tell nothing. */
  ports: Ports & Ownership;

  constructor(ports: Ports, id: string, events: SlotEvents) {
    this.#ports = ports;
    this.#id = id;
    this.#events = events;
    // No turn is claimed yet.
    this.ports = { ...ports, isOurs: () => false };
  }

  get isElsewhere(): boolean {
    return isHeldElsewhere(this.#ports.store, this.#id, this.#holder());
  }

  /** Another window has taken the turn that was claimed last. */
  get isLost(): boolean {
    return this.#lease?.isLost === true;
  }

  /** Claims the turn for a new message, or for the next one of the queue. Throws if the disk refuses. */
  claim(what: "new" | "queued"): boolean {
    const claim = (what === "new" ? claimBeside : claimTurn)(this.#ports.store, this.#id, this.#holder());
    if (claim === undefined) return false;
    const lease = { claim, isLost: false, isOver: false };
    this.#lease = lease;
    this.ports = this.#fenced(lease);
    let looks = 0;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => {
      quietly(() => {
        this.#look(lease, ++looks);
      });
    }, LOOK_MS);
    return true;
  }

  /** The turn has ended. `true` if it is kept for the next queued message. Throws if the disk refuses. */
  passOn(): boolean {
    const lease = this.#lease;
    if (lease === undefined) return false;
    const ended = endTurn(this.#ports.store, this.#id, lease.claim, this.#ports.now());
    if (ended === "lost") this.#lose(lease);
    else if (ended === "released") this.#end(lease);
    return ended === "kept";
  }

  /** If the disk refuses, the claim stays with this process, which may claim again, and ends with it. */
  release(): void {
    const lease = this.#lease;
    if (lease === undefined) return;
    this.#end(lease);
    quietly(() => {
      releaseTurn(this.#ports.store, this.#id, lease.claim);
    });
  }

  askToStop(): void {
    requestStop(this.#ports.store, this.#id, this.#ports.now());
  }

  #look(lease: Lease, looks: number): void {
    const { store, now } = this.#ports;
    if (!this.#isOurs(lease)) return;
    if (isStopRequested(store, this.#id)) this.#events.stopRequested();
    this.#events.looked();
    if (looks % RENEW_EVERY === 0 && !renewTurn(store, this.#id, lease.claim, now())) this.#lose(lease);
  }

  #isOurs(lease: Lease): boolean {
    const isOurs = holdsTurn(this.#ports.store, this.#id, lease.claim);
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

  #fenced(lease: Lease): Ports & Ownership {
    const ports = this.#ports;
    const isOurs = (): boolean => this.#isOurs(lease);
    const emit: Emit = (event) => {
      if (!lease.isLost) ports.emit(event);
    };
    const own = { store: fencedStore(ports.store, isOurs), emit, isOurs };
    return new Proxy({ ...ports, ...own }, { get: (_, key): unknown => Reflect.get(key in own ? own : ports, key) });
  }

  #holder(): TurnHolder {
    const { owner, now, isAlive } = this.#ports;
    return { owner, now: now(), isAlive };
  }
}

/** Ignores an error of the disk: the next save of the turn reports it to the user. */
export function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // The next save reports it.
  }
}
