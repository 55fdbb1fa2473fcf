// The processes of Windows: lists them and ends them, with programs that are part of Windows.
import { spawn, spawnSync } from "node:child_process";
import { win32 } from "node:path";
import { windowsPowerShell } from "./choose-shell.ts";
import { systemFolder } from "./machine.ts";
import type { KnownTree, ProcessRow } from "./process-tree.ts";
import { powerShellArguments } from "./start.ts";
import type { TreePorts } from "./windows-tree.ts";

const LIST_MS = 10_000;

/** A computer that closes waits no longer than this. */
const LAST_MS = 3_000;

const LIST_SCRIPT =
  "$ProgressPreference = 'SilentlyContinue'; Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object " +
  "{ '{0} {1} {2}' -f $_.ProcessId, $_.ParentProcessId, ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds() }";

export const windowsProcesses: TreePorts = {
  list: listProcesses,
  isAlive,
  kill: (pids) => {
    runQuietly(taskkill(), killArguments(pids, false));
  },
  killTree: (pid) => {
    runQuietly(taskkill(), killArguments([pid], true));
  },
  killTreeNow: (pid) => {
    killTreesNow([pid]);
  },
  killLater,
  now: Date.now,
  later: (run, ms) => {
    setTimeout(run, ms).unref();
  },
};

/** Ends processes that have not ended, and everything below them, before this function returns. */
export function killTreesNow(pids: readonly number[]): void {
  spawnSync(taskkill(), killArguments(pids, true), { stdio: "ignore", windowsHide: true, timeout: LAST_MS });
}

export function killArguments(pids: readonly number[], withChildren: boolean): string[] {
  return ["/f", ...(withChildren ? ["/t"] : []), ...pids.flatMap((pid) => ["/pid", String(pid)])];
}

function taskkill(): string {
  return win32.join(systemFolder(process.env), "taskkill.exe");
}

function runQuietly(file: string, args: readonly string[]): void {
  // A process that cannot be ended, or has ended already, stays as it is.
  spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => undefined);
}

/** Detached: Windows ends other children with this process. */
function killLater(tree: KnownTree): void {
  spawn(windowsPowerShell(process.env), powerShellArguments(killScript(tree)), {
    stdio: "ignore",
    windowsHide: true,
    detached: true,
  })
    // What is left then runs on.
    .on("error", () => undefined)
    .unref();
}

/** Ends the processes that are known by number and time, and those that the root started while it lived. */
export function killScript({ root, others }: KnownTree): string {
  const known = others.map(({ pid, started }) => `'${pid} ${started}'`).join(",");
  const ofRoot = `$_.ParentProcessId -eq ${root.pid} -and $t -ge ${root.started} -and $t -le ${root.until}`;
  return [
    `$known = @(${known})`,
    "Get-CimInstance Win32_Process | Where-Object CreationDate | ForEach-Object {",
    "  $t = ([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()",
    `  if ($known -contains "$($_.ProcessId) $t" -or (${ofRoot})) { & '${taskkill()}' /f /t /pid $_.ProcessId }`,
    "}",
  ].join("\n");
}

/** Lines of three numbers; skips all others. */
export function parseProcesses(text: string): ProcessRow[] {
  return [...text.matchAll(/^(\d+) (\d+) (\d+)\r?$/gm)].map(([, pid, parent, started]) => ({
    pid: Number(pid),
    parent: Number(parent),
    started: Number(started),
  }));
}

function listProcesses(): Promise<ProcessRow[] | undefined> {
  const child = spawn(windowsPowerShell(process.env), powerShellArguments(LIST_SCRIPT), {
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
    timeout: LIST_MS,
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return new Promise((resolve) => {
    child.once("error", () => {
      resolve(undefined);
    });
    child.once("close", () => {
      const rows = parseProcesses(text);
      resolve(rows.length === 0 ? undefined : rows);
    });
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user lives, too, but may not be asked.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
