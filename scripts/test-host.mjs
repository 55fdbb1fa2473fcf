// Runs test/host/ inside the extension host of the real VS Code, in a fresh copy of the sample workspace.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { onNode24 } from "./node24.mjs";

const minutes = 8;
const mark = "│";

/** Returns how many tests passed and failed; a host that died counts as one failure. `only` is a pattern of names. */
export async function testHost(only = "") {
  const { chromium: engine } = await import("playwright-core");
  const { chromium, chromiumFlags } = await import("./chromium.mjs");
  const { bundleHostSuite, hostExtensions } = await import("./host-suite.mjs");
  const { copySample, freshFolder, prepareVsCode } = await import("./vscode.mjs");
  const { offline, startServer } = await import("./server.mjs");
  prepareVsCode();
  const tests = await bundleHostSuite();
  const data = freshFolder("host");
  const result = join(data, "result.json");
  const server = await startServer({ data, env: { ...offline, GALLEY_TEST_RESULT: result, GALLEY_TEST_GREP: only } });
  const browser = await engine.launch({ executablePath: chromium(), args: chromiumFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const ended = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve));
    await page.exposeFunction("codeAutomationLog", print);
    await page.goto(server.url({ folder: copySample(join(data, "sample")), extensions: hostExtensions(), tests }));
    const timer = new Promise((resolve) => setTimeout(resolve, minutes * 60_000, "timeout").unref());
    if ((await Promise.race([ended, timer])) === "timeout")
      console.error(`The suite did not end in ${minutes} minutes.`);
  } finally {
    await browser.close();
    await server.stop();
  }
  if (!existsSync(result)) console.error(`The suite did not run to its end.\n${other.slice(-10).join("\n")}`);
  const counts = existsSync(result) ? JSON.parse(readFileSync(result, "utf8")) : { passed: 0, failed: 1 };
  rmSync(data, { recursive: true, force: true });
  return counts;
}

/** The suite marks its lines; the rest is mostly VS Code talking to itself: GALLEY_VERBOSE=1 shows it. */
const other = [];
function print(type, args) {
  const text = format(...args);
  if (text.startsWith(mark) || process.env.GALLEY_VERBOSE) console.log(text);
  else if (type === "error") other.push(text);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await onNode24();
  const { passed, failed } = await testHost(process.argv[2]);
  console.log(`in-host: ${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}
