// What reads a command line: sh or bash as the system has it, or one of the shells on Windows.
export type ShellKind = "posix" | "git-bash" | "pwsh" | "windows-powershell";

/** The system that commands run on, and the program that reads their lines. */
export interface CommandSystem {
  platform: NodeJS.Platform;
  kind: ShellKind;
  /** Absolute. */
  path: string;
}
