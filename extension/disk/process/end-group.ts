// Ends a child process with everything it started: first with a polite signal, then by force.
import { type ChildProcess, spawn } from "node:child_process";

/** Between the end of its input, a polite signal and the last one. */
const GRACE_MS = 1_000;

const alive = new Set<ChildProcess>();

/** Makes sure that the child and everything it started do not outlive this process. */
export function endWithUs(child: ChildProcess): void {
  if (alive.size === 0) process.once("exit", killAll);
  alive.add(child);
  child.once("exit", () => {
    alive.delete(child);
    if (alive.size === 0) process.removeListener("exit", killAll);
  });
}

function killAll(): void {
  for (const child of alive) killGroup(child, "SIGKILL");
}

/** Resolves when it has ended. Its input should be closed already: that alone ends most. */
export async function endGroup(child: ChildProcess): Promise<void> {
  for (const signal of [undefined, "SIGTERM", "SIGKILL"] as const) {
    if (signal !== undefined) killGroup(child, signal);
    if (await hasEnded(child, GRACE_MS)) return;
  }
}

/** Signals the child's whole process group; on Windows, ends its process tree at once. */
export function killGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" }).on("error", () => undefined);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended already.
  }
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
