// The four rings of tests, each a function that returns how many passed and failed.
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./node24.mjs";
import { freshFolder } from "./vscode.mjs";
import { testHost } from "./test-host.mjs";
import { tool } from "./tool.mjs";

export const rings = {
  core: () => vitest("core"),
  webview: () => twice("webview"),
  "in-host": testHost,
  e2e: () => twice("e2e"),
};

/** More files than this do not fail by accident. */
const MOST_AGAIN = 4;

/**
 * A browser on a busy machine may take the focus later than a person would type. A file that failed is run once more,
 * whole and in a new window, so that nothing of the first try is in its way; both tries are in the output, and the
 * summary names the tests that failed first.
 */
function twice(project) {
  const first = vitest(project);
  const { failedFiles, passedElsewhere } = first;
  if (failedFiles.length === 0 || failedFiles.length > MOST_AGAIN) return first;
  console.log(`\nOnce more, in a new window: ${failedFiles.map((file) => relative(root, file)).join(", ")}`);
  const { passed, failed } = vitest(project, failedFiles);
  return { passed: passedElsewhere + passed, failed, unsteady: first.failedTests };
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
      failedTests: failed
        .flatMap((file) => file.assertionResults)
        .filter((test) => test.status === "failed")
        .map((test) => test.fullName),
      passedElsewhere: numPassedTests - lost.length,
    };
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], failedTests: [], passedElsewhere: 0 };
  }
}
