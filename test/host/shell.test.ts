// The terminal of tools: what one sees in it, and that Ctrl+C, Stop and closing it end what runs, also in the background.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { thisMachine } from "../../extension/disk/process/machine.ts";
import { TerminalShell } from "../../extension/host/tools/shell.ts";
import { readThroughClipboard } from "../../extension/host/window/through-clipboard.ts";
import type { ShellOptions, ShellResult } from "../../extension/tools/ports.ts";
import { noShell } from "../fakes/systems.ts";
import { eventually } from "./eventually.ts";

const BACKGROUND = "sleep 60 & echo $! > pid";

function terminal(): vscode.Terminal {
  const shown = vscode.window.terminals.findLast(({ name }) => name === "Galley");
  assert(shown, "the terminal is there");
  return shown;
}

async function shownText(): Promise<string> {
  terminal().show(true);
  await vscode.commands.executeCommand("workbench.action.terminal.selectAll");
  const text = await readThroughClipboard("workbench.action.terminal.copySelection");
  await vscode.commands.executeCommand("workbench.action.terminal.clearSelection");
  return text;
}

describe("the terminal of tools", () => {
  let shell: TerminalShell;
  let cwd: string;

  const run = (command: string, more: Partial<ShellOptions> = {}): Promise<ShellResult> =>
    shell.run(command, {
      cwd,
      timeoutMs: 20_000,
      limitBytes: 10_000,
      signal: new AbortController().signal,
      ...more,
    });

  const isBegun = (): boolean => existsSync(join(cwd, "pid")) && readFileSync(join(cwd, "pid"), "utf8") !== "";

  /** One that is dead and not yet counted does not live. */
  function lives(): boolean {
    const pid = readFileSync(join(cwd, "pid"), "utf8").trim();
    try {
      return !execFileSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).startsWith("Z");
    } catch {
      return false;
    }
  }

  const ended = (): Promise<boolean> => eventually(lives, (is) => !is);

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "galley-shell-"));
    shell = new TerminalShell(thisMachine(), []);
  });
  afterEach(() => {
    shell.dispose();
    rmSync(cwd, { recursive: true, force: true });
  });

  it("shows the first command with all it said, however fast it was", async () => {
    const { output, exit_code } = await run("echo the very first; exit 4");
    assert.equal(output, "the very first\n");
    assert.equal(exit_code, 4);
    const text = await eventually(shownText, (shown) => shown.includes("Exit code"));
    assert.match(text, /Press Ctrl\+C to stop.*\$ echo the very first; exit 4.*the very first.*Exit code 4/s);
  });

  it("runs a program without a shell, and says when there is none of its name", async () => {
    const program = { command: "printf", args: ["%s", "$HOME; ls"] };
    const { output, exit_code } = await run("printf %s '$HOME; ls'", { program });
    assert.deepEqual([output, exit_code], ["$HOME; ls", 0]);
    let heard = "";
    const missing = {
      program: { command: "no-such-program", args: ["x"] },
      heard: (text: string) => void (heard += text),
    };
    assert.equal((await run("no-such-program x", missing)).exit_code, 127);
    assert.match(heard, /ENOENT/);
  });

  it("is there again for the next command when it was closed", async () => {
    await run("echo one");
    const first = terminal();
    first.dispose();
    await eventually(
      () => first.exitStatus,
      (status) => status !== undefined,
    );
    await run("echo two");
    assert.notEqual(terminal(), first);
    await eventually(shownText, (shown) => /^two/m.test(shown));
  });

  (noShell ? it.skip : it)(
    "a command that leaves a process behind returns at once and says so; Ctrl+C ends what is left",
    async () => {
      const begun = Date.now();
      const result = await run(BACKGROUND);
      assert(Date.now() - begun < 10_000, "nobody waited for what is left");
      assert.deepEqual([result.exit_code, result.left_running, result.timed_out], [0, true, false]);
      assert.equal(lives(), true);
      terminal().sendText("\u0003", false);
      await ended();
    },
  );

  (noShell ? it.skip : it)("a stop ends what a command left in the background", async () => {
    const stop = new AbortController();
    await run(BACKGROUND, { signal: stop.signal });
    assert.equal(lives(), true);
    stop.abort();
    await ended();
  });

  (noShell ? it.skip : it)("a stop ends a command that runs", async () => {
    const stop = new AbortController();
    const running = run("echo $$ > pid; sleep 60", { signal: stop.signal });
    await eventually(isBegun, Boolean);
    stop.abort();
    assert.deepEqual(await running, {
      exit_code: null,
      output: "",
      truncated: false,
      timed_out: false,
      left_running: false,
    });
    await ended();
  });

  (noShell ? it.skip : it)("closing the terminal ends what is left in the background", async () => {
    await run(BACKGROUND);
    terminal().dispose();
    await ended();
  });

  (noShell ? it.skip : it)("so does closing the window, even for one that does not want to end", async () => {
    await run("(trap '' TERM; sh -c 'echo $PPID' > pid; while :; do sleep 1; done) &");
    assert.equal(lives(), true);
    shell.dispose();
    await ended();
  });

  (noShell ? it.skip : it)("a command that takes too long is ended, with what it began in the background", async () => {
    const { timed_out, exit_code } = await run(`${BACKGROUND}; wait`, { timeoutMs: 500 });
    assert.deepEqual([timed_out, exit_code], [true, null]);
    await ended();
  });

  it("keeps the beginning and the end of a long output", async () => {
    const { output, truncated } = await run("seq 1 5000", { limitBytes: 200 });
    assert.equal(truncated, true);
    assert.match(output, /^1\n2\n.*output omitted.*\n5000\n$/s);
  });
});
