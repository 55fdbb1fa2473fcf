// Commands of tools, run in a terminal the user sees: every line as it comes, Ctrl+C ends what runs, so does closing it.
import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import type { Shell, ShellOptions, ShellResult } from "../tools/ports.ts";

const CTRL_C = "\u0003";

/** After a polite end, and before the last one. */
const GRACE_MS = 2_000;

export class TerminalShell implements Shell, vscode.Disposable {
  readonly #write = new vscode.EventEmitter<string>();
  readonly #running = new Set<ChildProcess>();
  #terminal: vscode.Terminal | undefined;

  /** The environment is the window's own, without what VS Code put there for itself. */
  async run(command: string, options: ShellOptions): Promise<ShellResult> {
    this.#show(options.cwd);
    this.#line(`\r\n\u001b[1m$ ${command.replaceAll("\n", "\r\n  ")}\u001b[0m\r\n`);
    const [shell, ...args] = shellFor(command);
    const child = spawn(shell, args, {
      cwd: options.cwd,
      env: { ...plainEnvironment(), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#running.add(child);
    try {
      return await this.#follow(child, options);
    } finally {
      this.#running.delete(child);
    }
  }

  dispose(): void {
    for (const child of this.#running) end(child);
    this.#terminal?.dispose();
    this.#write.dispose();
  }

  #follow(child: ChildProcess, { timeoutMs, limitBytes, signal, heard }: ShellOptions): Promise<ShellResult> {
    const output = new Bounded(limitBytes);
    let timed_out = false;
    const stop = (): void => {
      end(child);
    };
    const timer = setTimeout(() => {
      timed_out = true;
      this.#line(`\r\nStopped after ${Math.round(timeoutMs / 1000)} seconds.\r\n`);
      stop();
    }, timeoutMs);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8");
      stream?.on("data", (text: string) => {
        output.add(text);
        heard?.(text);
        this.#line(text.replace(/\r?\n/g, "\r\n"));
      });
    }
    return new Promise((resolve) => {
      const done = (exit_code: number | null): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        if (exit_code !== null && exit_code !== 0) this.#line(`\r\nExit code ${exit_code}\r\n`);
        resolve({ exit_code, output: output.text, truncated: output.isCut, timed_out });
      };
      child.once("error", (error) => {
        output.add(error.message);
        done(null);
      });
      child.once("close", done);
    });
  }

  #show(cwd: string): void {
    if (this.#terminal?.exitStatus === undefined && this.#terminal !== undefined) return;
    const pty: vscode.Pseudoterminal = {
      onDidWrite: this.#write.event,
      open: () => {
        this.#line(`Commands that Galley's tools run in ${cwd} are shown here. Ctrl+C ends the one that runs.\r\n`);
      },
      close: () => {
        for (const child of this.#running) end(child);
        this.#terminal = undefined;
      },
      handleInput: (data) => {
        if (data === CTRL_C) for (const child of this.#running) end(child);
      },
    };
    this.#terminal = vscode.window.createTerminal({ name: "Galley", pty, iconPath: new vscode.ThemeIcon("tools") });
    this.#terminal.show(true);
  }

  #line(text: string): void {
    this.#write.fire(text);
  }
}

/** Keeps the beginning and the end; what is between is dropped. */
class Bounded {
  readonly #half: number;
  #head = "";
  #tail = "";
  isCut = false;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(text: string): void {
    const room = this.#half - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    this.#tail += text.slice(Math.max(0, room));
    if (this.#tail.length <= this.#half * 2) return;
    this.#tail = this.#tail.slice(-this.#half);
    this.isCut = true;
  }

  get text(): string {
    return this.isCut
      ? `${this.#head}\n[… output left out …]\n${this.#tail.slice(-this.#half)}`
      : this.#head + this.#tail;
  }
}

function shellFor(command: string): [string, ...string[]] {
  if (process.platform === "win32") return ["powershell.exe", "-NoProfile", "-Command", command];
  return [process.env["SHELL"]?.endsWith("/bash") === true ? process.env["SHELL"] : "/bin/sh", "-c", command];
}

/** With the whole group it began, or what it started lives on. */
function end(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  signalGroup(pid, "SIGTERM");
  setTimeout(() => {
    if (child.exitCode === null && child.signalCode === null) signalGroup(pid, "SIGKILL");
  }, GRACE_MS).unref();
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name)));
}
