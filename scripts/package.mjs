// npm run package: builds for production and packs galley.vsix.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const { tool } = await import("./tool.mjs");

const built = spawnSync(process.execPath, [join("scripts", "build.mjs"), "--production"], {
  cwd: root,
  stdio: "inherit",
});
if (built.status !== 0) fail("The build failed; the messages above say where.");
const quiet = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "--no-rewrite-relative-links"];
if ((await tool("vsce", ["package", ...quiet, "--out", "galley.vsix"], { of: "@vscode/vsce" })) !== 0)
  fail("vsce could not pack the extension.");
console.log(`galley.vsix: ${(statSync(join(root, "galley.vsix")).size / 1024).toFixed(0)} KiB`);
