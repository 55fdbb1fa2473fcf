// Of VS Code's own extensions, those that the tests meet.
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

/** Fills a folder with links to the others, and to the packages that they share; returns it. */
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
 * An extension without anything in it that VS Code takes for its next TypeScript. It is used where a setting asks for it,
 * and then no server of TypeScript is started.
 */
function writeEmptyTypeScript(folder) {
  mkdirSync(folder);
  const manifest = { publisher: "TypeScriptTeam", name: "native-preview", version: "0.0.1", engines: { vscode: "*" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
}
