// Finds the extension hosts of a server among all processes, on each system by what it tells of them.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const POWERSHELL =
  "Get-CimInstance Win32_Process | Select-Object ProcessId, ParentProcessId, CommandLine | ConvertTo-Json -Compress";

/** The extension hosts below a process that leads a group, or a tree where there are no groups; oldest first. */
export function extensionHostsOf(leader, platform = process.platform) {
  return hostsIn(processes(leader, platform), leader).sort((a, b) => a - b);
}

/** A process is `{ pid, group?, parent?, line }`. */
export function hostsIn(all, leader) {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid, seen = new Set()) =>
    pid === leader || (pid !== undefined && !seen.has(pid) && isBelow(parents.get(pid), seen.add(pid)));
  return all
    .filter(({ pid, group, line }) => (group === leader || isBelow(pid)) && line.includes("--type=extensionHost"))
    .map(({ pid }) => pid);
}

function processes(leader, platform) {
  if (platform === "linux") return linuxGroup(leader);
  if (platform === "win32") return parseCim(printed("powershell", ["-NoProfile", "-Command", POWERSHELL]));
  return parsePs(printed("ps", ["-A", "-ww", "-o", "pid=,pgid=,command="]));
}

function printed(command, args) {
  return spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 26, windowsHide: true }).stdout ?? "";
}

/** Of `ps` on macOS: two numbers and the line. */
export function parsePs(text) {
  return text.split("\n").flatMap((row) => {
    const [, pid, group, line] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), group: Number(group), line }];
  });
}

/** Of PowerShell on Windows, which tells no line of a process that is not ours. */
export function parseCim(text) {
  if (text.trim() === "") return [];
  return [JSON.parse(text)].flat().map(({ ProcessId, ParentProcessId, CommandLine }) => ({
    pid: ProcessId,
    parent: ParentProcessId,
    line: CommandLine ?? "",
  }));
}

/** Of no other process the line is read: tests look many times a second. */
function linuxGroup(leader) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => linuxProcess(pid, leader));
}

function linuxProcess(pid, leader) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const group = Number(fields[2]);
    return group === leader ? [{ pid: Number(pid), group, line: readFileSync(`/proc/${pid}/cmdline`, "utf8") }] : [];
  } catch {
    return []; // ended while we looked
  }
}
