// The closing lines of a test run: a line per step, what was slow, what waited, what failed, and the sum.
import { stripVTControlCharacters } from "node:util";

const SLOWEST = 10;

export function printSummary(results, { seconds, busy, idle, cores }) {
  console.log();
  for (const { name, passed, failed, seconds } of results)
    console.log(
      `${failed ? "✘" : "✔"} ${name.padEnd(8)} ${passed} passed, ${failed} failed  (${seconds.toFixed(0)} s)`,
    );
  const files = results.flatMap((result) => result.files).sort((a, b) => b.seconds - a.seconds);
  if (files.length > 0) console.log(`\nThe ${Math.min(SLOWEST, files.length)} slowest files:`);
  for (const file of files.slice(0, SLOWEST)) console.log(`${file.seconds.toFixed(1).padStart(7)} s  ${file.name}`);
  console.log(
    `\n${seconds.toFixed(0)} s on ${cores} cores: ${busy.toFixed(0)} s of processor time worked, ${idle.toFixed(0)} s waited.`,
  );
  for (const { name, failures, unsteady = [] } of results) {
    for (const failure of unsteady) console.log(`! ${name.padEnd(8)} flaky, failed on the first try: ${told(failure)}`);
    for (const failure of failures) console.log(`✘ ${name.padEnd(8)} failed: ${told(failure)}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
}

/** One line per failure: the name of the test and the beginning of why. */
function told({ name, file, reason = "" }) {
  const [line = ""] = stripVTControlCharacters(reason).split("\n", 1);
  return `${file && file !== name ? `${file}: ` : ""}${name}${line && `: ${line.slice(0, 300)}`}`;
}
