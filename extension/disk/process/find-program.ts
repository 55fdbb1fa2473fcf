// Finds a program on Windows as PATH names it. Windows itself looks into the working folder first, where a project could put one.
import { win32 } from "node:path";
import { type Machine, pathFolders, systemFolder } from "./machine.ts";

/** Windows takes these for programs, in this order. Scripts of other kinds need a program to read them. */
const ENDINGS = [".com", ".exe", ".bat", ".cmd"];

/** Absolute. `undefined` if there is none: not in the working folder, unless the command says so (`.\build.cmd`). */
export function findProgram(command: string, { env, isFile }: Machine, cwd: string): string | undefined {
  const hasEnding = ENDINGS.includes(win32.extname(command).toLowerCase());
  const names = [...(hasEnding ? [command] : []), ...ENDINGS.map((ending) => command + ending)];
  const isPath = /[\\/:]/.test(command);
  const folders = isPath ? [cwd] : pathFolders(env);
  const paths = folders.flatMap((folder) => names.map((name) => win32.resolve(folder, name)));
  return command === "" ? undefined : paths.find(isFile);
}

/** The program to start for a command of the settings: on Windows by its absolute path. */
export function programFile(command: string, machine: Machine, cwd: string): string {
  if (machine.platform !== "win32") return command;
  // Where no program is, Windows says so. By its name alone it would find one in the working folder.
  const nowhere = /[\\/:]/.test(command) ? command : win32.join(systemFolder(machine.env), command);
  return findProgram(command, machine, cwd) ?? nowhere;
}
