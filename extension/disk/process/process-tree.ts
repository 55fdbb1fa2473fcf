// Which processes a process has started, directly or not, from lists of all processes. For Windows, which has no groups.

/** One process in a list. Windows gives the numbers of ended processes to new ones, so a number alone names none. */
export interface ProcessRow {
  pid: number;
  /** The process that started it. It may have ended, and its number may be another's. */
  parent: number;
  /** In milliseconds since 1970. */
  started: number;
}

/** A tree is made a moment after its root, and Windows rounds the times of processes down. */
const SLACK_MS = 200;

/** All that is known of a tree, for a program that looks for its processes later. */
export interface KnownTree {
  root: { pid: number; started: number; until: number };
  others: readonly { pid: number; started: number }[];
}

export class ProcessTree {
  readonly #root: { pid: number; started: number; until: number };
  /** When each process below the root was started, without those that have ended. */
  readonly #started = new Map<number, number>();

  constructor(pid: number, now: number) {
    this.#root = { pid, started: now - SLACK_MS, until: Infinity };
  }

  get isRootAlive(): boolean {
    return this.#root.until === Infinity;
  }

  rootEnded(now: number): void {
    this.#root.until = Math.min(this.#root.until, now);
  }

  /** What the root started, directly or not, and has not ended, as far as the lists told. */
  living(): number[] {
    return [...this.#started.keys()];
  }

  known(): KnownTree {
    return { root: { ...this.#root }, others: [...this.#started].map(([pid, started]) => ({ pid, started })) };
  }

  learn(rows: readonly ProcessRow[]): void {
    const byPid = new Map(rows.map((row) => [row.pid, row.started]));
    // Windows keeps the number of the root until this process has heard of its end.
    if (this.isRootAlive) this.#root.started = byPid.get(this.#root.pid) ?? this.#root.started;
    for (const [pid, started] of this.#started) if (byPid.get(pid) !== started) this.#started.delete(pid);
    let found = this.#children(rows);
    while (found.length > 0) {
      for (const { pid, started } of found) this.#started.set(pid, started);
      found = this.#children(rows);
    }
  }

  /** Processes of the list that are not known yet and that the root or a known process started. */
  #children(rows: readonly ProcessRow[]): ProcessRow[] {
    return rows.filter(({ pid, parent, started }) => {
      if (pid === this.#root.pid || pid === parent || this.#started.has(pid)) return false;
      // The root started it if the root lived then: later its number may be another's.
      if (parent === this.#root.pid) return started >= this.#root.started && started <= this.#root.until;
      return started >= (this.#started.get(parent) ?? Infinity);
    });
  }
}
