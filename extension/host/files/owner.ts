// This process as the holder of a turn, and whether another holder still runs.

export const processName = `${process.pid}:${Math.round(performance.timeOrigin)}`;

/** The same id under another start time is another process. */
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
