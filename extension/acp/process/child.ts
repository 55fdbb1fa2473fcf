// The process of an agent: started without a shell, read line by line, ended together with the processes that it started.
import type { Stream } from "@agentclientprotocol/sdk";
import spawn from "cross-spawn";
import { endWithUs, killGroup } from "../../disk/process/end-group.ts";
import { programFile } from "../../disk/process/find-program.ts";
import { thisMachine } from "../../disk/process/machine.ts";
import { plainEnvironment } from "../../disk/process/plain-environment.ts";
import { reasonOf } from "../../text/reason.ts";
import type { AgentSetting } from "../agent-setting.ts";
import { lineStream, type LineTap } from "./line-stream.ts";
import * as words from "../words.ts";

/** From SIGTERM to SIGKILL, and the longest wait for the output after an exit. */
const GRACE_MS = 2_000;

/** How long the processes that the agent started may hold its output open after it exits. */
const LINGER_MS = 200;

/** How much of the error output to keep, to explain why the agent ended. */
const TAIL_CHARACTERS = 2_000;

export interface Child {
  stream: Stream;
  /** Resolves with how it ended, as it follows the agent's name: "exited with code 3". */
  ended: Promise<string>;
  /** Returns `false` if the process has ended, or is being ended, already. */
  end: () => boolean;
}

export function startChild({ command, args, env }: AgentSetting, cwd: string, tap: LineTap): Child {
  const variables = { ...plainEnvironment(), ...env };
  const child = spawn(programFile(command, { ...thisMachine(), env: variables }, cwd), args, {
    cwd,
    env: variables,
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("A process was started without its pipes.");
  endWithUs(child);
  let tail = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  stdin.on("error", () => undefined);
  stdout.setEncoding("utf8");
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.once("error", (error) => {
    resolve(words.notStarted(reasonOf(error)));
  });
  let last: NodeJS.Timeout | undefined;
  let isOver = false;
  const over = (code: number | null, signal: NodeJS.Signals | null): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(last);
    // Processes that the agent started may still run in its group.
    killGroup(child, "SIGKILL");
    const line = lastLine(tail);
    resolve(signal === null ? words.exited(code, line) : words.terminated(signal, line));
    stdout.destroy();
    stderr.destroy();
  };
  child.once("close", over);
  // "close" does not fire while a process the agent started holds the output open.
  child.once("exit", (code, signal) => {
    setTimeout(() => {
      if (!isOver) killGroup(child, "SIGKILL");
    }, LINGER_MS).unref();
    setTimeout(over, GRACE_MS, code, signal).unref();
  });
  const write = (line: string): Promise<void> =>
    new Promise((done, fail) => {
      stdin.write(line, (error) => {
        if (error) fail(error);
        else done();
      });
    });
  return {
    stream: lineStream(write, stdout, tap),
    ended,
    end: () => {
      if (last !== undefined || isOver || child.exitCode !== null || child.signalCode !== null) return false;
      stdin.end();
      killGroup(child, "SIGTERM");
      last = setTimeout(() => {
        killGroup(child, "SIGKILL");
      }, GRACE_MS).unref();
      return true;
    },
  };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
}
