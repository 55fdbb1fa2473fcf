// Ends a process on Windows with everything it started. Looks at the processes while it lives: later its own are not to be told from others.
import { type KnownTree, ProcessTree, type ProcessRow } from "./process-tree.ts";

export interface TreePorts {
  /** All processes. `undefined` if they could not be listed. */
  list: () => Promise<readonly ProcessRow[] | undefined>;
  isAlive: (pid: number) => boolean;
  /** Ends these processes. */
  kill: (pids: readonly number[]) => void;
  /** Ends a process that has not ended, and everything below it. */
  killTree: (pid: number) => void;
  /** As `killTree`, done when it returns. */
  killTreeNow: (pid: number) => void;
  /** Ends what a process that has ended left behind, also after this process has ended. */
  killLater: (tree: KnownTree) => void;
  now: () => number;
  later: (run: () => void, ms: number) => void;
}

/** A list costs half a second of a processor, so most commands end before the second one. */
const LOOKS_MS = [500, 4_000, 30_000];

export class WindowsTree {
  readonly #pid: number;
  readonly #ports: TreePorts;
  readonly #tree: ProcessTree;

  constructor(pid: number, ports: TreePorts) {
    this.#pid = pid;
    this.#ports = ports;
    this.#tree = new ProcessTree(pid, ports.now());
    for (const ms of LOOKS_MS)
      ports.later(() => {
        if (this.#tree.isRootAlive) void this.look();
      }, ms);
  }

  /** To be called when the process has ended: from then on its number is never used. */
  ended(): void {
    this.#tree.rootEnded(this.#ports.now());
    if (this.mayLive()) void this.look();
  }

  /** Whether something that the process started seems to live. Asks without a list. */
  mayLive(): boolean {
    return this.#tree.living().some((pid) => this.#ports.isAlive(pid));
  }

  /** Ends it all. Kills by number only what a list that was just made still shows as started by the process. */
  async end(): Promise<void> {
    if (this.#tree.isRootAlive) this.#ports.killTree(this.#pid);
    if (!(await this.look())) return;
    const living = this.#tree.living();
    if (living.length > 0) this.#ports.kill(living);
  }

  /** `end` for a process that is about to exit, with which Windows ends all that it waits for. */
  endUnwatched(): void {
    if (this.#tree.isRootAlive) this.#ports.killTreeNow(this.#pid);
    else this.#ports.killLater(this.#tree.known());
  }

  /** Notes what the process has started. Returns `false` if that could not be found out. */
  async look(): Promise<boolean> {
    const rows = await this.#ports.list();
    if (rows !== undefined) this.#tree.learn(rows);
    return rows !== undefined;
  }
}
