// npm test: build, check and all rings of tests, on to the end whatever fails. `-- NAME …` runs only those named; npm run test:quick names the quick ones.
import { cpus } from "node:os";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24 } from "./node24.mjs";

await onNode24();
const { chromium } = await import("./chromium.mjs");
const { exitPrinted, printedWhole } = await import("./printed.mjs");
const { quickCore, rings } = await import("./rings.mjs");
const { printSummary } = await import("./test-summary.mjs");
const { node } = await import("./tool.mjs");
const { prepareVsCode } = await import("./vscode.mjs");

const all = { build: script("build.mjs"), check: script("check.mjs"), ...rings };
const steps = { ...all, lint: script("check.mjs", "oxlint", "eslint"), "quick-core": quickCore };

/**
 * What is tested is built first. Of the others two run at any time, in this order: a core that one of them leaves idle,
 * because it waits for a process, a disk or a window, is the other's.
 */
const first = "build";
const order = ["lint", "core", "quick-core", "check", "state", "in-host", "webview", "e2e"];
const AT_ONCE = 2;

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(all);
const unknown = names.find((name) => !(name in steps));
if (unknown) fail(`There is no step ${unknown}; there are ${Object.keys(steps).join(", ")}.`);
if (names.some((name) => ["webview", "in-host", "e2e"].includes(name))) chromium();
if (names.some((name) => ["in-host", "e2e"].includes(name))) prepareVsCode();

const before = processorTime();
const results = [];
if (names.includes(first)) await runStep(first);
const waiting = order.filter((name) => names.includes(name));
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
for (const result of results) await tryAgain(result);
printSummary(results, { ...spent(before), cores: cpus().length });
await exitPrinted(results.some(({ failed }) => failed > 0) ? 1 : 0);

async function runWaiting() {
  for (let name; (name = waiting.shift()) !== undefined;) await runStep(name);
}

/** A step that breaks down is a failure like any other, and so is one without a test. */
async function runStep(name) {
  const started = Date.now();
  const run = (out) => steps[name].run(out);
  // Nothing runs beside a step that is alone: it prints as it goes.
  const told = names.length === 1 ? run("inherit") : printedWhole(name, run);
  const result = await told.catch((error) => ({ passed: 0, failed: 1, failures: [{ name, reason: String(error) }] }));
  const nothing = result.passed + result.failed === 0 && { failed: 1, failures: [{ name, reason: "No test ran." }] };
  results.push({ files: [], ...result, ...nothing, name, seconds: (Date.now() - started) / 1000 });
}

/**
 * A busy machine can make a test fail that waits on a browser or on a disk. What failed is run once more when nothing
 * runs beside it. Both tries are in the output, and the summary names the tests that failed first: each is a defect.
 */
async function tryAgain(result) {
  if (result.failed === 0 || !steps[result.name].again) return;
  console.log(`\nOnce more: ${result.failures.map(({ name }) => name).join(", ")}`);
  const second = await steps[result.name].again(result, "inherit");
  if (second) Object.assign(result, second, { unsteady: result.failures });
}

/** The build and the check count as one test each. */
function script(name, ...args) {
  const result = (code) =>
    code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [{ name, reason: "" }] };
  return { run: async (out) => result(await node([join("scripts", name), ...args], { out })) };
}

/** Of the whole machine: the rings run browsers and servers, whose time is told nowhere else. */
function processorTime() {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return {
    idle,
    all: times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.irq, idle),
    at: Date.now(),
  };
}

/** In seconds. */
function spent(from) {
  const to = processorTime();
  const idle = (to.idle - from.idle) / 1000;
  return { seconds: (to.at - from.at) / 1000, idle, busy: (to.all - from.all) / 1000 - idle };
}
