// What becomes of a command line that leaves processes in the background, and of those that do not want to end.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { chooseShell } from "../../extension/disk/process/choose-shell.ts";
import { thisMachine } from "../../extension/disk/process/machine.ts";
import { ProcessGroup } from "../../extension/disk/process/process-group.ts";
import { startProgram } from "../../extension/disk/process/start-program.ts";
import { startLine } from "../../extension/disk/process/start.ts";
import { temporaryFolder } from "../fakes/folder.ts";
import { noShell } from "../fakes/systems.ts";

const shell = chooseShell(thisMachine(), []);
const begun: ProcessGroup[] = [];

/** Long enough for a process that does not hear, which is all it is here for. */
const graceMs = 200;

function run(command: string, cwd = temporaryFolder()): { group: ProcessGroup; heard: () => string; cwd: string } {
  let text = "";
  const heard = (piece: string): void => void (text += piece);
  const group = new ProcessGroup(startLine(shell, command), { cwd, env: process.env, heard, graceMs });
  begun.push(group);
  return { group, heard: () => text, cwd };
}

/** Of the process that wrote its number there. One that is dead and not yet counted does not. */
function lives(cwd: string): boolean {
  const number = readFileSync(join(cwd, "pid"), "utf8").trim();
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", number], { encoding: "utf8" });
  return stdout !== "" && !stdout.startsWith("Z");
}

const written = (cwd: string): boolean => existsSync(join(cwd, "pid")) && readFileSync(join(cwd, "pid"), "utf8") !== "";

afterEach(async () => {
  for (const group of begun.splice(0)) {
    group.end();
    await group.gone;
  }
});

test.skipIf(noShell)("a command ends with its code and all it said, on both streams", async () => {
  const { group, heard } = run("echo out; echo err >&2; exit 3");
  expect(await group.ended).toEqual({ exit_code: 3, left_running: false });
  expect(heard().split("\n").sort()).toEqual(["", "err", "out"]);
  await group.gone;
});

test.skipIf(noShell)("a command that leaves a process in the background ends all the same, and says so", async () => {
  const { group, heard, cwd } = run("sleep 60 & echo $! > pid; echo begun");
  expect(await group.ended).toEqual({ exit_code: 0, left_running: true });
  expect(heard()).toBe("begun\n");
  expect(lives(cwd)).toBe(true);
});

test.skipIf(noShell)("a process in the background that says nothing here is not forgotten", async () => {
  const { group, cwd } = run("sleep 60 >/dev/null 2>&1 & echo $! > pid");
  expect(await group.ended).toEqual({ exit_code: 0, left_running: true });
  group.end();
  await group.gone;
  expect(lives(cwd)).toBe(false);
});

test.skipIf(noShell)(
  "what is left in the background is heard on, and can be ended after the shell is done",
  async () => {
    const { group, heard, cwd } = run("(while :; do echo tick; sleep 0.05; done) & echo $! > pid");
    await group.ended;
    const before = heard().length;
    await expect.poll(() => heard().length).toBeGreaterThan(before);
    group.end();
    await group.gone;
    expect(lives(cwd)).toBe(false);
  },
);

test.skipIf(noShell)("one that ends by itself later is gone then", async () => {
  const { group, cwd } = run("while [ ! -e go ]; do sleep 0.05; done &");
  expect((await group.ended).left_running).toBe(true);
  writeFileSync(join(cwd, "go"), "");
  await group.gone;
});

test.skipIf(noShell)("a process that does not want to end is made to, though its shell ended at once", async () => {
  const { group, cwd } = run("sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 1; done' & wait");
  await expect.poll(() => written(cwd)).toBe(true);
  group.end();
  expect(await group.ended).toEqual({ exit_code: null, left_running: false });
  expect(lives(cwd)).toBe(false);
});

test.skipIf(noShell)("it is made to end also when nobody here waits for it", async () => {
  const { group, cwd } = run("trap '' TERM; echo $$ > pid; while :; do sleep 1; done");
  await expect.poll(() => written(cwd)).toBe(true);
  group.endUnwatched();
  await expect.poll(() => lives(cwd)).toBe(false);
});

test.skipIf(noShell)("a program gets its arguments as they are, without a shell", async () => {
  const start = startProgram({ command: "printf", args: ["%s|", "a b", "$HOME; ls", "'"] }, thisMachine(), "");
  if (!start.ok) throw new Error(start.failure);
  let text = "";
  const heard = (piece: string): void => void (text += piece);
  const group = new ProcessGroup(start.value, { cwd: temporaryFolder(), env: process.env, heard, graceMs });
  begun.push(group);
  expect(await group.ended).toEqual({ exit_code: 0, left_running: false });
  expect(text).toBe("a b|$HOME; ls|'|");
});

test("a folder that is not there is said", async () => {
  const { group } = run("echo", "/nowhere/at/all");
  expect(await group.ended).toMatchObject({ exit_code: null, left_running: false });
  expect((await group.ended).error).toContain("ENOENT");
});
