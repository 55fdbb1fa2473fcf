// The four rings of tests, each a function that returns how many passed and failed.
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./node24.mjs";
import { freshFolder } from "./vscode.mjs";
import { testHost } from "./test-host.mjs";
import { tool } from "./tool.mjs";

export const rings = {
  core: () => twice("core"),
  webview: () => twice("webview"),
  "in-host": hostTwice,
  e2e: () => twice("e2e"),
};

/** More files than this do not fail by accident. */
const MOST_AGAIN = 4;

/**
 * A busy machine can make a test fail that waits on a browser or on a disk. A file that failed is run once more, whole,
 * so that nothing of the first try is in its way. Both tries are in the output, and the summary names the tests that
 * failed first: each is a defect to fix.
 */
function twice(project) {
  const first = vitest(project);
  const { failedFiles, passedElsewhere } = first;
  if (failedFiles.length === 0 || failedFiles.length > MOST_AGAIN) return first;
  console.log(`\nOnce more: ${failedFiles.map((file) => relative(root, file)).join(", ")}`);
  const { passed, failed, failures } = vitest(project, failedFiles);
  return { passed: passedElsewhere + passed, failed, failures, unsteady: first.failures };
}

/** As `twice`, for the suite inside VS Code: the tests that failed run once more, by their names. */
async function hostTwice() {
  const first = await testHost();
  const { passed, failed, failures = [] } = first;
  if (failed === 0 || failures.length !== failed || failed > MOST_AGAIN) return first;
  console.log(`\nOnce more: ${failures.map(({ name }) => name).join(", ")}`);
  const exactly = failures.map(({ name }) => RegExp.escape(name)).join("|");
  const second = await testHost(`^(${exactly})$`);
  // A hook that failed has no test of its name to run again.
  if (second.passed + second.failed !== failed) return first;
  return { ...second, passed: passed + second.passed, unsteady: failures };
}

function vitest(project, files = []) {
  const folder = freshFolder("vitest");
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = tool("vitest", ["run", "--project", project, "--passWithNoTests", ...files, ...reporters], {
    env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: "true" },
  });
  const counts = countsIn(report);
  rmSync(folder, { recursive: true, force: true });
  // A crash outside of any test leaves a bad exit code and no failed test to show for it.
  return counts.failed === 0 && code !== 0 ? { ...counts, failed: 1 } : counts;
}

/** A file that does not even load has failed without a test of its own to count. */
function countsIn(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const failed = testResults.filter((file) => file.status === "failed");
    const broken = failed.filter((file) => file.assertionResults.length === 0);
    const lost = failed.flatMap((file) => file.assertionResults).filter((test) => test.status === "passed");
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken.length,
      failedFiles: failed.map((file) => file.name),
      failures: failed.flatMap((file) => failuresOf(file)),
      passedElsewhere: numPassedTests - lost.length,
    };
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], failures: [], passedElsewhere: 0 };
  }
}

/** The name and the reason of each test that failed, or the file's own where it did not load. */
function failuresOf({ name, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === "failed");
  if (tests.length === 0) return [{ name: relative(root, name), reason: message }];
  return tests.map((test) => ({ name: `${relative(root, name)}: ${test.fullName}`, reason: test.failureMessages[0] }));
}
