// Installs the real VS Code that `npm start` and the tests use, into .vscode-test/, once.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { root } from "./node24.mjs";
import { npm } from "./npm.mjs";

/** The npm package that carries the complete VS Code 1.139.1: server, workbench, webviews and Node extension host. */
const version = "4.139.1";
export const cache = join(root, ".vscode-test");
const home = join(cache, `code-server-${version}`);
export const vscode = join(home, "node_modules", "code-server", "lib", "vscode");

/** Built beside its final name and renamed last: a folder of that name is always complete. */
export function prepareVsCode() {
  if (existsSync(home)) return;
  console.log("Preparing VS Code in .vscode-test (about a minute, once) …");
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const partial = `${home}.partial.pid${process.pid}`;
  mkdirSync(partial);
  install(partial);
  if (!existsSync(home)) renameSync(partial, home);
  else rmSync(partial, { recursive: true });
}

/** What a run that was killed left behind: folders named after a process that is no more. */
function removeAbandoned(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = /\.pid(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function install(folder) {
  // The folder's own package.json keeps npm from walking up into the project.
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { "code-server": version } }),
  );
  const inside = join(folder, "node_modules", "code-server", "lib", "vscode");
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const installed =
    npm(["install", "--no-package-lock", ...quiet], { cwd: folder }) === 0 &&
    npm(["install", "--omit=dev", ...quiet], { cwd: inside }) === 0 &&
    npm(["install", "--omit=dev", ...quiet], { cwd: join(inside, "extensions") }) === 0;
  if (!installed)
    fail("VS Code could not be installed from npm: check that npm can reach its registry, then run this again.");
  rebuildNativeModules(inside);
}

/** The headers come with our own Node, so that no other download is needed. */
function rebuildNativeModules(cwd) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const headers = join(root, "node_modules", "node", "node_modules", `node-${platform}-${process.arch}`);
  const env = existsSync(join(headers, "include")) ? { npm_config_nodedir: headers } : {};
  const modules = ["@vscode/spdlog", "@vscode/native-watchdog"];
  if (npm(["rebuild", ...modules, "--loglevel=error"], { cwd, env, quiet: true }) !== 0)
    console.log(
      "Two optional native modules could not be compiled (a C++ compiler is missing?); only log files are affected.",
    );
}

const runs = join(cache, "runs");
let count = 0;

/** A new folder for what one run writes; the caller removes it, or a later run does once this process is gone. */
export function freshFolder(kind) {
  removeAbandoned(runs);
  const folder = join(runs, `${kind}-${Date.now().toString(36)}-${count++}.pid${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The sample workspace, copied so that edits do not reach the repository. */
export function copySample(folder) {
  cpSync(join(root, "test", "fixtures", "sample"), folder, { recursive: true });
  return folder;
}
