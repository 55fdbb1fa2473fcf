// Finds out which changes of some files the tests notice: first which test reaches which change, then each change with the tests that do.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node24.mjs";
import { freshFolder } from "./vscode.mjs";

/** Tests that take longer are asked only about what the quicker ones did not notice. */
const QUICK_MS = 100;

/** A run is ended when it is silent for longer than it may be, and so long on top: it goes round in a loop. */
const SILENT_MS = 5_000;

/** Before the first test everything is loaded. */
const LOADING_MS = 120_000;

// A signal that ends this process ends its workers, too.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** `{ found, reached }`: sets of the numbers of changes. */
export async function findNoticed({ texts, tests, count }) {
  const folder = freshFolder("mutants");
  const run = (more) => runTests(folder, { texts, tests, ...more });
  const reaches = readReaches(await run({}));
  const reached = new Set(reaches.flatMap(({ ids }) => ids));
  const found = new Set();
  for (const isQuick of [true, false]) {
    const asked = reaches.filter(({ duration }) => duration <= QUICK_MS === isQuick);
    await tryAll(run, asked, found);
    console.log(`  ${found.size} of ${count} noticed by ${asked.length} ${isQuick ? "quick" : "slow"} tests`);
  }
  rmSync(folder, { recursive: true, force: true });
  return { found, reached };
}

/** Which changes each test reaches. */
function readReaches(lines) {
  const failed = lines.filter(({ outcome }) => outcome === "fail").map(({ name }) => name);
  if (failed.length > 0) throw new Error(`Without any change these tests fail: ${failed.join(", ")}`);
  if (lines.length === 0) throw new Error("no test ran");
  return lines.map(({ test, duration, reached }) => ({ test, duration, ids: reached }));
}

/** A run may break down, or be ended since it does not come back: the next goes on behind the change that did it. */
async function tryAll(run, tests, found) {
  const done = new Set();
  for (;;) {
    const isLeft = (test, id) => !found.has(id) && !done.has(`${test} ${id}`);
    const left = tests.map(({ test, ids }) => [test, ids.filter((id) => isLeft(test, id))]);
    const plan = Object.fromEntries(left.filter(([, ids]) => ids.length > 0));
    if (Object.keys(plan).length === 0) return;
    const lines = await run({ plan });
    for (const { noticed } of lines) if (noticed !== undefined) found.add(noticed);
    const ended = new Set(lines.map((line) => line.ended));
    if (Object.keys(plan).every((test) => ended.has(test))) return;
    const tried = lines.filter((line) => line.tried !== undefined);
    const last = tried.at(-1);
    if (last === undefined) throw new Error("the tests break down without any change");
    found.add(last.tried);
    for (const line of tried) done.add(`${line.with} ${line.tried}`);
  }
}

async function runTests(folder, job) {
  const [path, log] = [join(folder, "job.json"), join(folder, "log.jsonl")];
  rmSync(log, { force: true });
  writeFileSync(path, JSON.stringify({ ...job, log, cache: join(folder, "cache") }));
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--config", join(root, "scripts", "mutants-config.mjs")];
  const env = { ...process.env, GALLEY_MUTANTS: path, VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "ignore", detached: true });
  await ended(child, log);
  return readLines(log);
}

/** One that does not come back is ended, with the workers it began. */
function ended(child, log) {
  const end = () => process.kill(-child.pid, "SIGKILL");
  process.once("exit", end);
  return new Promise((resolve) => {
    let [size, heardAt] = [0, Date.now()];
    const watch = setInterval(() => {
      const now = existsSync(log) ? statSync(log).size : 0;
      if (now !== size) [size, heardAt] = [now, Date.now()];
      else if (Date.now() - heardAt > patienceOf(log)) end();
    }, 1000);
    child.on("close", () => {
      clearInterval(watch);
      process.off("exit", end);
      resolve();
    });
  });
}

function patienceOf(log) {
  const { patience } = readLines(log).at(-1) ?? {};
  return patience === undefined ? LOADING_MS : patience + SILENT_MS;
}

function readLines(log) {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line));
}
