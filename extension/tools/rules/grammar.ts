// How a command line is read: the grammars of the shells that may read it.
import type { ShellKind } from "../shell-kind.ts";

/** Git Bash reads as bash does, but programs of Windows have no case and may be batch files. */
export type Grammar = "posix" | "git-bash" | "powershell";

/** All that may read the line: a line of an agent's own may go to any shell of the system. */
export function grammarsOf(
  shell: ShellKind | undefined,
  platform: NodeJS.Platform = process.platform,
): readonly Grammar[] {
  switch (shell) {
    case "posix":
    case "git-bash":
      return [shell];
    case "pwsh":
    case "windows-powershell":
      return ["powershell"];
    case undefined:
      return platform === "win32" ? ["git-bash", "powershell"] : ["posix"];
    default:
      return shell satisfies never;
  }
}
