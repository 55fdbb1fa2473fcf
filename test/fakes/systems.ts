// What Windows lacks and a test may need: such a test is skipped there, and nowhere else.

export function lacksPosix(platform: NodeJS.Platform): boolean {
  return platform === "win32";
}

/** Windows lets only an administrator, or a user in developer mode, make a symbolic link. */
export const noLinks = lacksPosix(process.platform);

/** A file of Windows has no mode but "read-only". */
export const noModes = lacksPosix(process.platform);

/** No `/bin/sh` and `ps`, no named pipes and devices, no signals that a process can wait for. */
export const noShell = lacksPosix(process.platform);
