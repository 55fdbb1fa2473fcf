// The process of an agent: started without a shell, heard line by line, ended with all it began.
import { type ChildProcess, spawn } from "node:child_process";
import type { Stream } from "@agentclientprotocol/sdk";
import { reasonOf } from "../message/reason.ts";
import type { AgentSetting } from "./agent-setting.ts";
import { lineStream, type LineTap } from "./line-stream.ts";

/** After a polite end, and before the last one. */
const GRACE_MS = 2_000;

/** Of what it says on its error output, for whoever asks why it ended. */
const TAIL_CHARACTERS = 2_000;

export interface Child {
  stream: Stream;
  /** Resolves with why, in words that follow "the agent": "ended with code 3". */
  ended: Promise<string>;
  end: () => void;
}

export function startChild({ command, args, env }: AgentSetting, cwd: string, tap: LineTap): Child {
  const child = spawn(command, args, {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  let tail = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS);
  });
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8");
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.once("error", (error) => {
    resolve(`could not be started: ${reasonOf(error)}`);
  });
  child.once("close", (code, signal) => {
    // What it started may live on in its group.
    end(child, "SIGKILL");
    const how = signal === null ? `ended with code ${code ?? "none"}` : `was ended by ${signal}`;
    const last = lastLine(tail);
    resolve(last === "" ? how : `${how}: ${last}`);
  });
  const write = (line: string): Promise<void> =>
    new Promise((done, fail) => {
      child.stdin.write(line, (error) => {
        if (error) fail(error);
        else done();
      });
    });
  return {
    stream: lineStream(write, child.stdout, tap),
    ended,
    end: () => {
      child.stdin.end();
      end(child, "SIGTERM");
      setTimeout(() => {
        end(child, "SIGKILL");
      }, GRACE_MS).unref();
    },
  };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim().slice(0, 300) ?? "";
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Without what VS Code put there for itself. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}
