// What reads a command line: sh or bash as the system has it, or one of the shells on Windows.
export type ShellKind = "posix" | "git-bash" | "pwsh" | "windows-powershell";
