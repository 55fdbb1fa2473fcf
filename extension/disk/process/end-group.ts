// Ends a child process with everything it started: first with a polite signal, then by force.
import type { ChildProcess } from "node:child_process";
import { killTreesNow, windowsProcesses } from "./windows-processes.ts";
import { WindowsTree } from "./windows-tree.ts";

/** Between the end of its input, a polite signal and the last one. */
const GRACE_MS = 1_000;

const alive = new Set<ChildProcess>();

const trees = new WeakMap<ChildProcess, WindowsTree>();

/** Makes sure that the child and everything it started do not outlive this process. */
export function endWithUs(child: ChildProcess): void {
  treeOf(child);
  if (alive.size === 0) process.once("exit", killAll);
  alive.add(child);
  child.once("exit", () => {
    alive.delete(child);
    if (alive.size === 0) process.removeListener("exit", killAll);
  });
}

function killAll(): void {
  // Windows ends the children with this process, and then what they started is not found.
  if (process.platform === "win32") killTreesNow([...alive].flatMap(({ pid }) => pid ?? []));
  else for (const child of alive) killGroup(child, "SIGKILL");
}

/** Resolves when it has ended. Its input should be closed already: that alone ends most. */
export async function endGroup(child: ChildProcess): Promise<void> {
  void treeOf(child)?.look();
  for (const signal of [undefined, "SIGTERM", "SIGKILL"] as const) {
    if (signal !== undefined) killGroup(child, signal);
    if (await hasEnded(child, GRACE_MS)) return;
  }
}

/** Signals the child's whole process group; on Windows, ends its process tree at once. */
export function killGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    void treeOf(child)?.end();
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of it has ended already.
  }
}

/**
 * On Windows, what the child started, followed from now on; `undefined` elsewhere, where a process group tells it. To be
 * called first when the child was just started.
 */
export function treeOf(child: ChildProcess): WindowsTree | undefined {
  if (process.platform !== "win32" || child.pid === undefined) return undefined;
  const known = trees.get(child);
  if (known !== undefined) return known;
  const tree = new WindowsTree(child.pid, windowsProcesses);
  if (child.exitCode !== null || child.signalCode !== null) tree.ended();
  child.once("exit", () => {
    tree.ended();
  });
  trees.set(child, tree);
  return tree;
}

function hasEnded(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const ended = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      child.removeListener("exit", ended);
      resolve(false);
    }, withinMs);
    child.once("exit", ended);
  });
}
