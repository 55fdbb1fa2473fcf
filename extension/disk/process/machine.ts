// The machine that commands run on: its system, its environment and its files. Decisions about commands ask nothing else of it.
import { statSync } from "node:fs";
import { win32 } from "node:path";

export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Whether there is a file at an absolute path. */
  isFile: (path: string) => boolean;
}

export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, isFile };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // There is nothing at the path, or nothing that may be looked at: both cannot be run.
    return false;
  }
}

/** Windows ignores the case of names; a copy of `process.env` does not. */
export function variableOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const found = Object.keys(env)
    .sort()
    .find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : env[found];
}

/**
 * The folders of PATH on Windows. Without relative and empty entries: they lead into the folder that a command runs in,
 * where a project could put a program with a known name.
 */
export function pathFolders(env: NodeJS.ProcessEnv): string[] {
  return (variableOf(env, "PATH") ?? "")
    .split(";")
    .map((entry) => entry.trim().replace(/^"(.*)"$/, "$1"))
    .filter((entry) => /^(?:[a-z]:[\\/]|\\\\[^\\])/i.test(entry))
    .map((entry) => win32.normalize(entry));
}

/** `C:\Windows\System32`, also if the environment does not name a folder that can be it. */
export function systemFolder(env: NodeJS.ProcessEnv): string {
  const root = variableOf(env, "SystemRoot") ?? "";
  return win32.join(/^[a-z]:\\/i.test(root) ? root : "C:\\Windows", "System32");
}
