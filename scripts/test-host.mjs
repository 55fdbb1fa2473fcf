// Runs test/host/ inside the extension host of the real VS Code: in a fresh copy of the sample workspace, and in a window of its own what needs one.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format } from "node:util";
import { onNode24 } from "./node24.mjs";

const minutes = 15;
const mark = "│";

/** Returns the results of each file, in the form of a vitest report; none where the host died. `only` is a pattern of names. */
async function testHost(only = "") {
  const { chromium: engine } = await import("playwright-core");
  const { chromium, chromiumFlags } = await import("./chromium.mjs");
  const { bundleHostSuite, hostExtensions, hostResults, memoryWorkspace } = await import("./host-suite.mjs");
  const { copySample, freshFolder, prepareVsCode } = await import("./vscode.mjs");
  const { offline, startServer, still } = await import("./server.mjs");
  prepareVsCode();
  const tests = await bundleHostSuite();
  const data = freshFolder("host");
  const result = join(data, "result.json");
  const env = { ...offline, GALLEY_TEST_RESULT: result, GALLEY_TEST_GREP: only };
  const server = await startServer({ data, settings: still, env });
  const browser = await engine.launch({ executablePath: chromium(), args: chromiumFlags });
  const inMemory = memoryWorkspace(data, copySample(join(data, "beside")));
  const windows = [
    { folder: copySample(join(data, "sample")), tests },
    { workspace: inMemory, tests: join(dirname(tests), "memory", "index.js") },
  ];
  const files = [];
  try {
    for (const window of windows) {
      await runWindow(browser, server.url({ ...window, extensions: hostExtensions() }));
      if (!existsSync(result)) files.push(notEnded(window.tests));
      files.push(...hostResults(result));
      rmSync(result, { force: true });
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  if (files.length === 0) console.error(`No test ran.\n${other.slice(-10).join("\n")}`);
  rmSync(data, { recursive: true, force: true });
  return files;
}

/** Returns when the tests of the window have ended. */
async function runWindow(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const ended = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve));
  await page.exposeFunction("codeAutomationLog", print);
  await page.goto(url);
  const timer = new Promise((resolve) => setTimeout(resolve, minutes * 60_000, "timeout").unref());
  if ((await Promise.race([ended, timer])) === "timeout") console.error(`The suite did not end in ${minutes} minutes.`);
  await page.close();
}

/** A window whose host died before its tests ended is a failure, whatever the other windows did. */
function notEnded(tests) {
  const why = `The suite did not run to its end.\n${other.slice(-10).join("\n")}`;
  console.error(why);
  const failure = { fullName: tests, status: "failed", failureMessages: [why] };
  return { name: "test/host", status: "failed", startTime: 0, endTime: 0, assertionResults: [failure] };
}

/** The suite marks its lines; the rest is mostly VS Code talking to itself: GALLEY_VERBOSE=1 shows it. */
const other = [];
function print(type, args) {
  const text = format(...args);
  if (text.startsWith(mark) || process.env.GALLEY_VERBOSE) console.log(text);
  else if (type === "error") other.push(text);
}

await onNode24();
const testResults = await testHost(process.argv[2]);
if (process.env.GALLEY_REPORT) writeFileSync(process.env.GALLEY_REPORT, JSON.stringify({ testResults }));
const { printHostCounts } = await import("./host-suite.mjs");
process.exitCode = printHostCounts(testResults) ? 0 : 1;
