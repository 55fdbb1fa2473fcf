// What a process on Windows has started is found while it lives, and ended with it; a number that became another's is left alone.
import { expect, test } from "vitest";
import type { KnownTree, ProcessRow } from "../../extension/disk/process/process-tree.ts";
import { killArguments, killScript, parseProcesses } from "../../extension/disk/process/windows-processes.ts";
import { type TreePorts, WindowsTree } from "../../extension/disk/process/windows-tree.ts";

const ROOT = 100;

/** The shell starts at 1000; each test moves the clock. */
class Machine implements TreePorts {
  rows: ProcessRow[] = [{ pid: ROOT, parent: 4, started: 1_000 }];
  time = 1_010;
  lists = 0;
  killed: (number | string)[] = [];
  readonly left: KnownTree[] = [];
  readonly timers: { run: () => void; ms: number }[] = [];
  readonly tree = new WindowsTree(ROOT, this);

  list(): Promise<ProcessRow[]> {
    this.lists += 1;
    return Promise.resolve([...this.rows]);
  }
  isAlive(pid: number): boolean {
    return this.rows.some((row) => row.pid === pid);
  }
  kill(pids: readonly number[]): void {
    this.killed.push(...pids);
  }
  killTree(pid: number): void {
    this.killed.push(`tree ${pid}`);
  }
  killTreeNow(pid: number): void {
    this.killed.push(`now ${pid}`);
  }
  killLater(tree: KnownTree): void {
    this.left.push(tree);
  }
  now(): number {
    return this.time;
  }
  later(run: () => void, ms: number): void {
    this.timers.push({ run, ms });
  }

  start(pid: number, parent: number, started = this.time): void {
    this.rows.push({ pid, parent, started });
  }
  end(pid: number): void {
    this.rows = this.rows.filter((row) => row.pid !== pid);
    if (pid === ROOT) this.tree.ended();
  }
  /** The first of the looks that were planned when the process began. */
  async look(ms = 500): Promise<void> {
    this.time = 1_010 + ms;
    this.timers.find((timer) => timer.ms === ms)?.run();
    await Promise.resolve();
  }
}

test("while the process lives, all of it is ended at once", async () => {
  const machine = new Machine();
  await machine.tree.end();
  expect(machine.killed).toEqual([`tree ${ROOT}`]);
});

test("what it left in the background is ended after it has ended, and its own number is not used any more", async () => {
  const machine = new Machine();
  machine.start(200, ROOT);
  machine.start(201, 200);
  machine.start(300, 4);
  await machine.look();
  // The one between has gone with the shell, so nothing leads from the shell to the one that is left.
  machine.end(200);
  machine.time = 2_000;
  machine.end(ROOT);
  expect(machine.tree.mayLive()).toBe(true);
  await machine.tree.end();
  expect(machine.killed).toEqual([201]);
});

test("what was started after the last look is found by its parent", async () => {
  const machine = new Machine();
  machine.time = 1_200;
  machine.start(200, ROOT);
  machine.start(201, 200);
  machine.time = 1_300;
  machine.end(ROOT);
  await machine.tree.end();
  expect(machine.killed).toEqual([200, 201]);
});

test("a process that got the number of one that has ended is not ended, nor what it starts", async () => {
  const machine = new Machine();
  machine.start(200, ROOT);
  await machine.look();
  machine.time = 2_000;
  machine.end(200);
  machine.end(ROOT);
  machine.time = 3_000;
  for (const pid of [ROOT, 200]) machine.start(pid, 4);
  machine.time = 4_000;
  machine.start(400, ROOT);
  machine.start(401, 200);
  await machine.tree.end();
  expect(machine.killed).toEqual([]);
});

test("one that lived before the process did is not its child, though Windows names its number as the parent", async () => {
  const machine = new Machine();
  machine.start(200, ROOT, 500);
  await machine.look();
  await machine.tree.end();
  expect(machine.killed).toEqual([`tree ${ROOT}`]);
});

test("it looks while the process lives, a few times in all, and not after", async () => {
  const machine = new Machine();
  expect(machine.timers.map(({ ms }) => ms)).toEqual([500, 4_000, 30_000]);
  await machine.look(500);
  machine.end(ROOT);
  await machine.look(4_000);
  expect(machine.lists).toBe(1);
});

test("a window that closes ends it before it goes, or leaves a script that ends what is left by number and time", async () => {
  const machine = new Machine();
  machine.start(200, ROOT);
  await machine.look();
  machine.tree.endUnwatched();
  expect(machine.killed).toEqual([`now ${ROOT}`]);
  machine.time = 2_000;
  machine.end(ROOT);
  machine.tree.endUnwatched();
  const tree = { root: { pid: ROOT, started: 1_000, until: 2_000 }, others: [{ pid: 200, started: 1_010 }] };
  expect(machine.left).toEqual([tree]);
  const script = killScript(tree);
  expect(script).toContain("$known = @('200 1010')");
  expect(script).toContain("$_.ParentProcessId -eq 100 -and $t -ge 1000 -and $t -le 2000");
});

test("without a list nothing is ended by its number", async () => {
  const machine = new Machine();
  machine.start(200, ROOT);
  await machine.look();
  machine.end(ROOT);
  machine.list = () => Promise.resolve(undefined as unknown as ProcessRow[]);
  await machine.tree.end();
  expect(machine.killed).toEqual([]);
});

test("the list of PowerShell is read line by line, and taskkill is told each number", () => {
  expect(parseProcesses("0 0 1\r\nProcessId x\r\n12 4 1700000000123\r\n")).toEqual([
    { pid: 0, parent: 0, started: 1 },
    { pid: 12, parent: 4, started: 1_700_000_000_123 },
  ]);
  expect(killArguments([1, 2], true)).toEqual(["/f", "/t", "/pid", "1", "/pid", "2"]);
  expect(killArguments([3], false)).toEqual(["/f", "/pid", "3"]);
});
