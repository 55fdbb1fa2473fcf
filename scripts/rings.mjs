// The four rings of tests, each a function that returns how many passed and failed.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freshFolder } from "./vscode.mjs";
import { testHost } from "./test-host.mjs";
import { tool } from "./tool.mjs";

export const rings = {
  core: () => vitest("core"),
  webview: () => vitest("webview"),
  "in-host": testHost,
  e2e: () => vitest("e2e"),
};

function vitest(project) {
  const folder = freshFolder("vitest");
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = tool("vitest", ["run", "--project", project, "--passWithNoTests", ...reporters], {
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
    const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
