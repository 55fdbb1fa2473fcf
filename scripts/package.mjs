// npm run package: builds for production and packs galley.vsix.
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";
import { packedReadme } from "./packed-readme.mjs";

await onNode24();
const { tool } = await import("./tool.mjs");

const built = spawnSync(process.execPath, [join("scripts", "build.mjs"), "--production"], {
  cwd: root,
  stdio: "inherit",
});
if (built.status !== 0) fail("The build failed; the messages above say where.");
writeFileSync(join(root, "dist", "README.md"), packedReadme(readFileSync(join(root, "README.md"), "utf8")));
const quiet = ["--no-dependencies", "--allow-missing-repository", "--skip-license", "--no-rewrite-relative-links"];
if (
  (await tool("vsce", ["package", ...quiet, "--readme-path", "dist/README.md", "--out", "galley.vsix"], {
    of: "@vscode/vsce",
  })) !== 0
)
  fail("vsce could not pack the extension.");
console.log(`galley.vsix: ${(statSync(join(root, "galley.vsix")).size / 1024).toFixed(0)} KiB`);
