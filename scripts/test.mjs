// npm test: build, check and all four rings of tests, on to the end whatever fails. `-- RING …` runs only those named.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { chromium } = await import("./chromium.mjs");
const { rings } = await import("./rings.mjs");

const steps = { build: () => script("build.mjs"), check: () => script("check.mjs"), ...rings };
const names = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(steps);
const unknown = names.find((name) => !(name in steps));
if (unknown) fail(`There is no ring ${unknown}; there are ${Object.keys(steps).join(", ")}.`);
chromium();

const results = [];
for (const name of names) {
  console.log(`\n── ${name} ──`);
  const started = Date.now();
  const { passed, failed, failures = [], unsteady = [] } = await run(steps[name]);
  if (passed + failed === 0) console.error("No test ran: that counts as a failure.");
  const seconds = (Date.now() - started) / 1000;
  results.push({ name, passed, failed: passed + failed === 0 ? 1 : failed, seconds, failures, unsteady });
}

console.log();
for (const { name, passed, failed, seconds } of results)
  console.log(`${failed ? "✘" : "✔"} ${name.padEnd(8)} ${passed} passed, ${failed} failed  (${seconds.toFixed(0)} s)`);
for (const { name, failures, unsteady } of results) {
  for (const failure of unsteady) console.log(`! ${name.padEnd(8)} failed on the first try: ${told(failure)}`);
  for (const failure of failures) console.log(`✘ ${name.padEnd(8)} failed: ${told(failure)}`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") ? 1 : 0);

/** One line per failure: the name of the test and the beginning of why. */
function told({ name, reason = "" }) {
  const [line = ""] = stripVTControlCharacters(reason).split("\n", 1);
  return `${name}${line && `: ${line.slice(0, 300)}`}`;
}

/** A ring that breaks down is a failure like any other. */
async function run(step) {
  try {
    return await step();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

/** The build and the check count as one test each. */
function script(name) {
  const { status } = spawnSync(process.execPath, [join("scripts", name)], { cwd: root, stdio: "inherit" });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
