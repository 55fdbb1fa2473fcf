// The extensions of a test server: those of VS Code's own that the tests meet, and an empty one in place of TypeScript.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { vscode } from "./vscode.mjs";

/**
 * Those of VS Code's own extensions that no test meets, and that start or wait in every window, Copilot above all. The
 * others stay: one that also runs in a browser is looked for there when the server has none.
 */
const unmet = new Set([
  "copilot",
  "debug-auto-launch",
  "debug-server-ready",
  "github",
  "grunt",
  "gulp",
  "jake",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "php-language-features",
  "terminal-suggest",
  "tunnel-forwarding",
]);

/** Fills a folder with links to the others, and to the packages that they share, and with the empty one; returns it. */
export function linkMetExtensions(folder) {
  const source = join(vscode, "extensions");
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (entry.isDirectory() && !unmet.has(entry.name))
      symlinkSync(join(source, entry.name), join(folder, entry.name), "junction");
  writeEmptyTypeScript(join(folder, "native-preview"));
  return folder;
}

/**
 * VS Code takes it for its next TypeScript. It has nothing in it: where `js/ts.experimental.useTsgo` asks for it, no
 * TypeScript server is started.
 */
function writeEmptyTypeScript(folder) {
  mkdirSync(folder);
  const manifest = { publisher: "TypeScriptTeam", name: "native-preview", version: "0.0.1", engines: { vscode: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}
