// npm run test:electron: the in-host suite in a desktop VS Code, which @vscode/test-electron downloads.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { downloadAndUnzipVSCode, runTests } = await import("@vscode/test-electron");
const { bundleHostSuite, hostExtensions, hostResults, printHostCounts } = await import("./host-suite.mjs");
const { cache, copySample, freshFolder } = await import("./vscode.mjs");

if (!existsSync(join(root, "dist", "main.js"))) fail("Galley is not built: run npm run build first.");
if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
  fail(
    "A desktop VS Code needs a screen: run this as `xvfb-run -a npm run test:electron`, or use npm test, which needs none.",
  );
const vscodeExecutablePath = process.env.GALLEY_VSCODE ?? (await download());

const data = freshFolder("electron");
// Its sockets lie there, and macOS takes no socket with a long path.
const user = mkdtempSync(join(tmpdir(), "galley-"));
const result = join(data, "result.json");
await runTests({
  vscodeExecutablePath,
  extensionDevelopmentPath: hostExtensions(),
  extensionTestsPath: await bundleHostSuite(),
  extensionTestsEnv: { GALLEY_TEST_RESULT: result },
  launchArgs: [copySample(join(data, "sample")), "--user-data-dir", user, "--disable-workspace-trust"],
}).catch(() => undefined); // the counts below tell
const passed = printHostCounts(hostResults(result));
for (const folder of [data, user]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
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
