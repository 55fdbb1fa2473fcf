// Runs test/host/ inside the extension host of the real VS Code: in a fresh copy of the sample workspace, in a link to one, and beside a folder in memory.
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { onNode24 } from "./node24.mjs";

const minutes = 15;
const mark = "│";

/** Opens a window for each way to open a workspace. `only` is a pattern of names. */
async function testHost(only = "") {
  const { copySample } = await import("./vscode.mjs");
  const { memoryWorkspace } = await import("./host-suite.mjs");
  const plain = await testWindow(only, "", (data) => ({ folder: copySample(join(data, "sample")) }));
  const linked = await testWindow(only, "linked", (data) => {
    symlinkSync(copySample(join(data, "real", "sample")), join(data, "link"), "junction");
    return { folder: join(data, "link") };
  });
  const virtual = await testWindow(only, "virtual", (data) => ({
    workspace: memoryWorkspace(data, copySample(join(data, "sample"))),
  }));
  const windows = [plain, linked, virtual];
  // A window whose host died left nothing, and the results of the others are not those of the suite.
  return only === "" && windows.some(({ length }) => length === 0) ? [] : windows.flat();
}

/** Returns the results of each file, in the form of a vitest report; none where the host died. `tests` is a folder of test/host. */
async function testWindow(only, tests, open) {
  const { chromium: engine } = await import("playwright-core");
  const { chromiumFlags, quickChromium } = await import("./chromium.mjs");
  const { bundleHostSuite, hostExtensions, hostResults } = await import("./host-suite.mjs");
  const { freshFolder, prepareVsCode } = await import("./vscode.mjs");
  const { offline, startServer, still } = await import("./server.mjs");
  const { beUnseen } = await import("./unseen.mjs");
  prepareVsCode();
  const suite = await bundleHostSuite();
  const data = freshFolder("host");
  const result = join(data, "result.json");
  const env = { ...offline, GALLEY_TEST_RESULT: result, GALLEY_TEST_GREP: only, GALLEY_TEST_FOLDER: tests };
  const server = await startServer({ data, settings: still, env, isLean: true });
  const browser = await engine.launch({ executablePath: quickChromium(), args: chromiumFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript(beUnseen);
    const ended = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve));
    await page.exposeFunction("codeAutomationLog", print);
    await page.goto(server.url({ ...open(data), extensions: hostExtensions(), tests: suite }));
    const timer = new Promise((resolve) => setTimeout(resolve, minutes * 60_000, "timeout").unref());
    if ((await Promise.race([ended, timer])) === "timeout")
      console.error(`The suite did not end in ${minutes} minutes.`);
  } finally {
    await browser.close();
    await server.stop();
  }
  const files = hostResults(result);
  if (files.length === 0 && only === "")
    console.error(`No test ran, or the suite did not run to its end.\n${other.slice(-10).join("\n")}`);
  rmSync(data, { recursive: true, force: true, maxRetries: 10 });
  return files;
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
