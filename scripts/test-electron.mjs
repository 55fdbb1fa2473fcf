// npm run test:electron: the in-host suite in a desktop VS Code, which @vscode/test-electron downloads.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desktopRun } from "./desktop-run.mjs";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { downloadAndUnzipVSCode, runTests } = await import("@vscode/test-electron");
const { bundleHostSuite, hostExtensions, hostResults, printHostCounts } = await import("./host-suite.mjs");
const { still } = await import("./server.mjs");
const { writeUserFiles } = await import("./user-files.mjs");
const { cache, copySample, freshFolder } = await import("./vscode.mjs");

if (!existsSync(join(root, "dist", "main.js"))) fail("Galley is not built: run npm run build first.");
if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
  fail(
    "A desktop VS Code needs a screen: run this as `xvfb-run -a npm run test:electron`, or use npm test, which needs none.",
  );
const vscodeExecutablePath = process.env.GALLEY_VSCODE ?? (await download());

const data = freshFolder("electron");
const result = join(data, "result.json");
// Sockets lie there, and macOS takes no socket with a long path.
const base = mkdtempSync(join(realpathSync.native(tmpdir()), "galley-"));
const { home, env, launchArgs } = desktopRun(base, copySample(join(data, "sample")));
mkdirSync(home);
writeUserFiles(base, { settings: still });
await runTests({
  vscodeExecutablePath,
  extensionDevelopmentPath: hostExtensions(),
  extensionTestsPath: await bundleHostSuite(),
  extensionTestsEnv: { ...env, GALLEY_TEST_RESULT: result },
  launchArgs,
}).catch(() => undefined); // the counts below tell
const passed = printHostCounts(hostResults(result));
for (const folder of [data, base]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
process.exit(passed ? 0 : 1);

async function download() {
  try {
    return await downloadAndUnzipVSCode({ cachePath: cache });
  } catch {
    return fail(
      "VS Code could not be downloaded: set GALLEY_VSCODE to an installed one, or use npm test, which needs none.",
    );
  }
}
