// What to start for a program with its arguments, without a shell. On Windows, batch files such as npm.cmd need cmd.exe.
import { win32 } from "node:path";
import type { Result } from "../../message/result.ts";
import { findProgram } from "./find-program.ts";
import { type Machine, systemFolder } from "./machine.ts";
import { quotedForWindows, type Start } from "./start.ts";
import * as words from "../words.ts";

interface Program {
  command: string;
  args: readonly string[];
}

/** The environment of `machine` is the program's own. */
export function startProgram({ command, args }: Program, machine: Machine, cwd: string): Result<Start, string> {
  // The system finds the program by PATH.
  if (machine.platform !== "win32") return { ok: true, value: { file: command, args, verbatim: false } };
  const file = findProgram(command, machine, cwd);
  if (file === undefined) return { ok: false, failure: words.programMissing(command) };
  if (!/\.(?:bat|cmd)$/i.test(file)) return { ok: true, value: { file, args, verbatim: false } };
  // cmd.exe has no way to write these that each batch file reads in the same way.
  if ([file, ...args].some((text) => /["%\r\n\0]/.test(text)))
    return { ok: false, failure: words.batchArguments(win32.basename(file)) };
  const line = [file, ...args].map(quotedForWindows).join(" ");
  const shell = win32.join(systemFolder(machine.env), "cmd.exe");
  return { ok: true, value: { file: shell, args: ["/d", "/v:off", "/s", "/c", `"${line}"`], verbatim: true } };
}
