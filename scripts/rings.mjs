// The rings of tests. Each runs as a program of its own and leaves its counts in a file; what failed can be run again.
import { readFileSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./node24.mjs";
import { node, tool } from "./tool.mjs";
import { freshFolder } from "./vscode.mjs";

/**
 * A ring is `{ run, again }`. `run(out)` resolves with `{ passed, failed, failures, files }`, where a failure is
 * `{ name, reason, file? }` and a file `{ name, seconds }`; `again(first, out)` runs what failed once more and resolves
 * with the counts of both, or with nothing where that cannot be done.
 */
export const rings = {
  core: vitestRing("core"),
  state: vitestRing("state"),
  webview: vitestRing("webview"),
  "in-host": { run: (out) => host(out), again: hostAgain },
  e2e: vitestRing("e2e"),
};

/** More than this does not fail by accident. */
const MOST_AGAIN = 4;

/** What takes longest in the core: peers that die, flood and hang, and processes that are killed, again and again. */
const drills = ["test/drills/**", "test/persist/drill.test.ts", "test/acp/agent.test.ts", "test/mcp/hostile.test.ts"];

/** The core without them, and with fewer tries of each property. */
export const quickCore = vitestRing(
  "core",
  drills.map((path) => `--exclude=${path}`),
  { GALLEY_QUICK: "1" },
);

function vitestRing(project, args = [], env = {}) {
  return {
    run: (out) => vitest(project, args, { env, out }),
    /** Whole files, so that nothing of the first try is in the way. */
    async again(first, out) {
      const names = [...new Set(first.failures.map(({ file }) => file))];
      // What broke down outside of every file has none to run again.
      if (names.includes(undefined) || names.length > MOST_AGAIN) return undefined;
      const second = await vitest(project, names, { env, out });
      const lost = first.files.filter(({ name }) => names.includes(name)).reduce((sum, { passed }) => sum + passed, 0);
      return { ...second, passed: first.passed - lost + second.passed, files: first.files };
    },
  };
}

function vitest(project, files, { env, out }) {
  const reporters = ["--reporter=default", "--reporter=json"];
  return withReport((report) =>
    tool("vitest", ["run", "--project", project, ...files, ...reporters, `--outputFile.json=${report}`], {
      env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: "true", ...env },
      out,
    }),
  );
}

function host(out, only = "") {
  return withReport((report) =>
    node([join("scripts", "test-host.mjs"), only], { env: { GALLEY_REPORT: report }, out }),
  );
}

/** The tests that failed, by their names. */
async function hostAgain(first, out) {
  if (first.failures.length !== first.failed || first.failed > MOST_AGAIN) return undefined;
  const second = await host(out, `^(${first.failures.map(({ name }) => RegExp.escape(name)).join("|")})$`);
  // A hook that failed has no test of its name to run again.
  if (second.passed + second.failed !== first.failed) return undefined;
  return { ...second, passed: first.passed + second.passed, files: first.files };
}

/** A crash outside of any test leaves a bad exit code and no failed test to show for it. */
async function withReport(run) {
  const folder = freshFolder("report");
  const report = join(folder, "report.json");
  const code = await run(report);
  const counts = countsIn(report);
  rmSync(folder, { recursive: true, force: true });
  if (counts.failed > 0 || code === 0) return counts;
  return { ...counts, failed: 1, failures: [{ name: "the run itself", reason: `It ended with the code ${code}.` }] };
}

/** A file that does not even load has failed without a test of its own to count. */
function countsIn(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const files = testResults.map((file) => ({
      name: shortName(file.name),
      seconds: (file.endTime - file.startTime) / 1000,
      passed: file.assertionResults.filter(({ status }) => status === "passed").length,
    }));
    const failures = testResults.filter(({ status }) => status === "failed").flatMap(failuresOf);
    const passed = files.reduce((sum, file) => sum + file.passed, 0);
    return { passed, failed: failures.length, failures, files };
  } catch {
    return { passed: 0, failed: 1, failures: [{ name: "the run itself", reason: "It left no report." }], files: [] };
  }
}

/** With slashes on every system: vitest takes it back as a pattern. */
function shortName(path) {
  return relative(root, path).replaceAll(sep, "/");
}

/** The name and the reason of each test that failed, or the file's own where it did not load. */
function failuresOf({ name, message, assertionResults }) {
  const file = shortName(name);
  const tests = assertionResults.filter(({ status }) => status === "failed");
  if (tests.length === 0) return [{ name: file, file, reason: message }];
  return tests.map(({ fullName, failureMessages }) => ({ name: fullName, file, reason: failureMessages[0] }));
}
