// A command and everything it starts, as one group of processes: reads their output, and ends them together.
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { killGroup, treeOf } from "./end-group.ts";
import type { Start } from "./start.ts";
import type { WindowsTree } from "./windows-tree.ts";

const GRACE_MS = 2_000;

/** What a shell that has ended may still have in its pipes, or in its group. */
const DRAIN_MS = 300;

const LOOK_MS = 50;
const LATER_LOOK_MS = 1_000;

export interface Ended {
  /** `undefined` if a signal ended it, or it never began. */
  exit_code: number | null;
  /** Why it never began. */
  error?: string;
  /** The shell is done, but something it started in the background is not. */
  left_running: boolean;
}

export interface Surroundings {
  cwd: string;
  env: NodeJS.ProcessEnv;
  heard: (text: string) => void;
  /** Between a polite end and the last one. */
  graceMs?: number;
}

export class ProcessGroup {
  readonly #child: ChildProcess;
  /** On Windows only. */
  readonly #tree: WindowsTree | undefined;
  readonly #ended = Promise.withResolvers<Ended>();
  readonly #gone = Promise.withResolvers<undefined>();
  readonly #graceMs: number;
  /** Set when the shell exits or `end` is called. After it, `ended` does not wait for the rest of the group. */
  #deadline = Infinity;
  #exit: { code: number | null } | undefined;
  #isSilent = false;
  #isEmpty = false;
  #next: NodeJS.Timeout | undefined;

  constructor({ file, args, verbatim }: Start, { cwd, env, heard, graceMs = GRACE_MS }: Surroundings) {
    this.#graceMs = graceMs;
    this.#child = spawn(file, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    this.#tree = treeOf(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.setEncoding("utf8").on("data", heard);
    this.#child.once("error", ({ message }) => {
      this.#isEmpty = true;
      this.#ended.resolve({ exit_code: null, error: message, left_running: false });
      this.#gone.resolve(undefined);
    });
    this.#child.once("exit", (code) => {
      this.#exit = { code };
      if (this.#deadline === Infinity) this.#deadline = Date.now() + DRAIN_MS;
      this.#lookAgain();
    });
    this.#child.once("close", () => {
      this.#isSilent = true;
      this.#look();
    });
  }

  /** Resolves when the shell has ended and its output is read. Does not wait for what it left in the background. */
  get ended(): Promise<Ended> {
    return this.#ended.promise;
  }

  /** Resolves when no process of the group is left. */
  get gone(): Promise<undefined> {
    return this.#gone.promise;
  }

  /** Ends all of it, also what the shell left behind: with a polite signal, a little later by force. */
  end(): void {
    if (this.#isEmpty) return;
    // What is left is told only after the last word was said, however late that is on a busy machine.
    this.#deadline = Number.MAX_VALUE;
    killGroup(this.#child, "SIGTERM");
    this.#lookAgain();
    setTimeout(() => {
      if (!this.#isEmpty) killGroup(this.#child, "SIGKILL");
      this.#deadline = Date.now() + this.#graceMs;
    }, this.#graceMs).unref();
  }

  /** `end` for a process that is about to exit: elsewhere than on Windows, a detached shell sends the final SIGKILL. */
  endUnwatched(): void {
    const { pid } = this.#child;
    if (this.#isEmpty || pid === undefined) return;
    if (this.#tree !== undefined) {
      this.#tree.endUnwatched();
      return;
    }
    killGroup(this.#child, "SIGTERM");
    const last = `sleep ${this.#graceMs / 1000}; kill -KILL -${pid}`;
    spawn("/bin/sh", ["-c", last], { stdio: "ignore", detached: true, windowsHide: true }).unref();
  }

  /** Looks again soon while `ended` waits, and later otherwise. */
  #lookAgain(): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(this.#look, this.#isAwaited() ? LOOK_MS : LATER_LOOK_MS).unref();
  }

  #isAwaited(): boolean {
    return Date.now() < this.#deadline;
  }

  readonly #look = (): void => {
    if (this.#exit === undefined) return;
    // A group that was empty once is never signalled again: its number may be another's by then.
    this.#isEmpty ||= !this.#lives();
    const isGone = this.#isSilent && this.#isEmpty;
    if (isGone || !this.#isAwaited()) this.#ended.resolve({ exit_code: this.#exit.code, left_running: !isGone });
    if (isGone) this.#gone.resolve(undefined);
    else this.#lookAgain();
  };

  #lives(): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    // Windows has no process groups: something lives if the output is open, or if it was seen and has not ended.
    if (this.#tree !== undefined) return !this.#isSilent || this.#tree.mayLive();
    return isThere(pid) && !(this.#isAwaited() && isBuried(pid));
  }
}

/** Whether the group has a process. */
function isThere(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    // The signal finds no process.
    return false;
  }
}

/** Whether only zombies are left in the group. Always `false` without `/proc`. */
function isBuried(group: number): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").every((name) => {
    const [state, , its] = /^\d+$/.test(name) ? fieldsOf(name) : [];
    return its !== String(group) || state === "Z";
  });
}

/** What follows the name, which is in brackets and may hold anything. */
function fieldsOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    // The process has ended.
    return [];
  }
}
