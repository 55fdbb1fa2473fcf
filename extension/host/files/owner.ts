// Names this process as the owner of a turn, and tells whether another owner still runs.

export const processName = `${process.pid}:${Math.round(performance.timeOrigin)}`;

/** A name with this process's pid and another start time belongs to a process that has ended. */
export function isProcessAlive(name: string): boolean {
  if (name === processName) return true;
  const pid = Number(name.split(":", 1)[0]);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
