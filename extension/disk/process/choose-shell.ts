// Chooses the shell that runs command lines, by its absolute path: a program in the workspace never takes its place.
import { win32 } from "node:path";
import type { ShellKind } from "../../tools/shell-kind.ts";
import { pathKey } from "../places/same-path.ts";
import { type Machine, pathFolders, systemFolder, variableOf } from "./machine.ts";

export interface CommandShell {
  kind: ShellKind;
  /** Absolute. */
  path: string;
}

/** On Windows: Git Bash, else PowerShell 7, else the PowerShell that every Windows has. */
export function chooseShell({ platform, env, isFile }: Machine, workspace: readonly string[]): CommandShell {
  if (platform !== "win32") return { kind: "posix", path: posixShell(env) };
  const roots = workspace.map((folder) => pathKey(folder, platform));
  const isOutside = (path: string): boolean => !roots.some((root) => isIn(pathKey(path, platform), root));
  const find = (paths: readonly string[]): string | undefined =>
    paths.find((path) => win32.isAbsolute(path) && isOutside(path) && isFile(path));
  const gitBash = find(gitBashPaths(env, (path) => isOutside(path) && isFile(path)));
  if (gitBash !== undefined) return { kind: "git-bash", path: gitBash };
  const pwsh = find(pwshPaths(env));
  if (pwsh !== undefined) return { kind: "pwsh", path: pwsh };
  return { kind: "windows-powershell", path: windowsPowerShell(env) };
}

/** Windows PowerShell 5.1. Part of Windows, so Galley does not look for it. */
export function windowsPowerShell(env: NodeJS.ProcessEnv): string {
  return win32.join(systemFolder(env), "WindowsPowerShell\\v1.0\\powershell.exe");
}

function posixShell(env: NodeJS.ProcessEnv): string {
  return env["SHELL"]?.endsWith("/bash") === true ? env["SHELL"] : "/bin/sh";
}

/** Never a `bash.exe` of PATH itself: the one of Windows starts Linux, with other files and other programs. */
function gitBashPaths(env: NodeJS.ProcessEnv, isThere: (path: string) => boolean): string[] {
  const local = variableOf(env, "LocalAppData");
  const homes = [...programFolders(env), ...(local === undefined ? [] : [win32.join(local, "Programs")])];
  const gits = pathFolders(env).filter((folder) => isThere(win32.join(folder, "git.exe")));
  return [
    ...homes.map((home) => win32.join(home, "Git\\bin\\bash.exe")),
    // PATH names Git's folder `cmd`, `bin` or `mingw64\bin`.
    ...gits.flatMap((folder) => ["..", "..\\.."].map((up) => win32.join(folder, up, "bin\\bash.exe"))),
  ].filter((path) => !isOfSystem(path, env));
}

function pwshPaths(env: NodeJS.ProcessEnv): string[] {
  return [
    ...programFolders(env).map((home) => win32.join(home, "PowerShell\\7\\pwsh.exe")),
    ...pathFolders(env).map((folder) => win32.join(folder, "pwsh.exe")),
  ];
}

function programFolders(env: NodeJS.ProcessEnv): string[] {
  const named = ["ProgramW6432", "ProgramFiles"].map((name) => variableOf(env, name));
  return [...new Set(named.flatMap((folder) => folder ?? []))];
}

function isOfSystem(path: string, env: NodeJS.ProcessEnv): boolean {
  return isIn(pathKey(path, "win32"), pathKey(win32.dirname(systemFolder(env)), "win32"));
}

/** Both as `pathKey` writes them. */
function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("\\") ? folder : `${folder}\\`);
}
