// A command of a terminal with what it printed, or what is selected there; without the codes that colour it.
import type { Resolved } from "../message/resolved.ts";
import { context } from "./context.ts";
import { cutText } from "./cut.ts";
import * as words from "./words.ts";

export interface TerminalCommand {
  terminal: string;
  command: string;
  /** As it came, codes included. */
  output: string;
  /** `undefined` while it runs, or when the shell does not tell. */
  exitCode: number | undefined;
  /** Set when more came than was kept. */
  cut: boolean;
}

const MOST = { lines: 500, characters: 32 * 1024 };

export function terminalContext({ terminal, command, output, exitCode, cut }: TerminalCommand, now: number): Resolved {
  const { text, left_out } = cutText(plainText(output), MOST);
  const missing = left_out ?? (cut ? words.endOfOutput : undefined);
  const payload = {
    command,
    ...(exitCode !== undefined && { exit_code: exitCode }),
    output: text,
    ...(missing !== undefined && { left_out: missing }),
  };
  return context("terminal", payload, now, terminal);
}

export function terminalSelection(terminal: string, selected: string, now: number): Resolved {
  const { text, left_out } = cutText(plainText(selected), MOST);
  return context("terminal", left_out === undefined ? text : { text, left_out }, now, terminal);
}

/** Removes colors, titles and cursor moves. Keeps the last state of a line that was overwritten. */
export function plainText(output: string): string {
  return output
    .replace(
      /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-9;?>=]*[ -/]*[@-~]|\u001b[()][0-9A-B]|\u001b[=>78]/g,
      "",
    )
    .replace(/\r+\n/g, "\n")
    .split("\n")
    .map((line) => line.slice(line.replace(/\r+$/, "").lastIndexOf("\r") + 1).replace(/\r+$/, ""))
    .join("\n")
    .trim();
}
