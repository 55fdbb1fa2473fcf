// A server as a child process: JSON lines both ways. The processes that it started end with it.
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import {
  type JSONRPCMessage,
  deserializeMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import spawn from "cross-spawn";
import { Flood } from "./flood.ts";
import { endGroup, endWithUs, killGroup } from "../../disk/process/end-group.ts";
import { programFile } from "../../disk/process/find-program.ts";
import { thisMachine } from "../../disk/process/machine.ts";
import { LineMeter } from "./line-meter.ts";
import { Lines } from "./lines.ts";
import { LogBudget } from "./log-budget.ts";
import { reasonOf } from "../../text/reason.ts";
import * as words from "./words.ts";

export interface StdioCommand {
  command: string;
  args: readonly string[];
  /** In addition to the basics, such as PATH, HOME and USER. No other variables of this process are passed. */
  env: Readonly<Record<string, string>>;
  cwd: string | undefined;
}

/** Larger messages end the connection. */
const MESSAGE_BYTES = 16 * 1024 * 1024;

/** Yield to the event loop after this many messages. */
const MESSAGES_AT_ONCE = 100;

/** A program that prints this many other lines before its first message does not speak MCP. */
const GARBAGE_LINES = 200;

/** The pause between two reads while output is dropped. */
const COMPLAINT_MS = 10;

/** After the process has exited, its last output may still arrive. */
const LAST_WORDS_MS = 200;

/** The library's own transport leaves processes that the command started (`npx`, a shell), and reads without pause. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why the process has ended. */
  ended: string | undefined;
  readonly #command: StdioCommand;
  readonly #log: LogBudget;
  readonly #lines = new Lines(MESSAGE_BYTES);
  readonly #meter = new LineMeter();
  #child: ChildProcess | undefined;
  #waiting: string[] = [];
  #isClosed = false;
  #garbage = 0;
  #understood = false;
  readonly #flood = new Flood();

  constructor(command: StdioCommand, log: (line: string) => void) {
    this.#command = command;
    this.#log = new LogBudget(log);
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#command;
    const variables = { ...getDefaultEnvironment(), ...env };
    const file = programFile(command, { ...thisMachine(), env: variables }, cwd ?? process.cwd());
    const child = spawn(file, [...args], {
      env: variables,
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
      ...(cwd !== undefined && { cwd }),
    });
    this.#child = child;
    endWithUs(child);
    child.stdin?.on("error", () => undefined);
    child.stdout?.on("data", (chunk: Buffer) => {
      this.#take(chunk);
    });
    this.#hear(child.stderr);
    child.once("exit", (code, signal) => {
      this.#end(signal === null ? words.exited(code ?? 0) : words.terminated(signal), LAST_WORDS_MS);
    });
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        const reason = reasonNotStarted(command, cwd, error);
        this.#end(reason, 0);
        reject(new Error(reason));
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {};
    if (stdin === undefined || stdin === null || !stdin.writable)
      return Promise.reject(new Error(this.ended ?? words.notRunning));
    // Does not wait: if the server does not read, the request times out.
    stdin.write(serializeMessage(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.ended ??= words.stopped;
    const child = this.#child;
    if (child !== undefined) {
      child.stdin?.end();
      await endGroup(child);
    }
    this.#finish();
  }

  /** The window closes: ends the process without waiting. */
  kill(): void {
    this.ended ??= words.stopped;
    if (this.#child !== undefined) killGroup(this.#child, "SIGTERM");
  }

  /** Pauses the error output for a moment when the log budget is spent. */
  #hear(stderr: Readable | null): void {
    const errors = new Lines(64 * 1024);
    stderr?.on("data", (chunk: Buffer) => {
      for (const line of this.#log.isSpent ? [] : (errors.add(chunk) ?? [])) this.#log.write(line);
      if (!this.#log.isSpent) return;
      stderr.pause();
      setTimeout(() => stderr.resume(), COMPLAINT_MS).unref();
    });
  }

  #take(chunk: Buffer): void {
    if (!this.#meter.add(chunk)) {
      this.#giveUp(words.tooManyValues);
      return;
    }
    const lines = this.#lines.add(chunk);
    if (lines === undefined) {
      this.#giveUp(words.messageTooLarge(MESSAGE_BYTES));
      return;
    }
    this.#waiting.push(...lines);
    // Output that comes too fast waits in the pipe, not in memory.
    this.#child?.stdout?.pause();
    this.#drain();
  }

  #drain(): void {
    for (const line of this.#waiting.splice(0, MESSAGES_AT_ONCE)) {
      if (this.#isClosed) return;
      this.#read(line);
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#drain());
    else this.#child?.stdout?.resume();
  }

  #read(line: string): void {
    // Blank lines and unexpected responses count too, because they take time.
    if (this.#flood.add()) {
      this.#giveUp(words.flooded);
      return;
    }
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#log.write(`not a message: ${line.slice(0, 500)}`);
      this.#garbage += 1;
      if (!this.#understood && this.#garbage >= GARBAGE_LINES) this.#giveUp(words.notMcp);
      return;
    }
    this.#understood = true;
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(reasonOf(error)));
    }
  }

  #giveUp(reason: string): void {
    this.#end(reason, 0);
    if (this.#child !== undefined) void endGroup(this.#child);
  }

  #end(reason: string, afterMs: number): void {
    this.ended ??= reason;
    if (afterMs === 0) this.#finish();
    else setTimeout(() => this.#finish(), afterMs);
  }

  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const child = this.#child;
    if (child !== undefined) {
      // Processes that it started may still run in its group.
      killGroup(child, "SIGKILL");
      for (const stream of child.stdio) stream?.destroy();
    }
    this.#waiting = [];
    this.onclose?.();
  }
}

function reasonNotStarted(command: string, cwd: string | undefined, error: Error): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ENOENT" && cwd !== undefined && !existsSync(cwd)) return words.folderMissing(cwd);
  if (code === "ENOENT") return words.commandMissing(command);
  if (code === "EACCES") return words.notExecutable(command);
  return words.notStarted(error.message);
}
