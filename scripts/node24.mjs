// Puts the calling script on Node 24, from whatever Node it was started with and before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "./fail.mjs";
import { npm } from "./npm.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, "node_modules");
const node24 = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** Returns on Node 24 only; on an older Node the rest of the script runs in a child and this process ends with it. */
export async function onNode24() {
  if (process.env.GALLEY_NODE24 !== "ready") {
    if (!packagesAreInstalled()) installPackages();
    if (needsOwnNode(process.versions.node) && !answersNode24()) installNode24();
  }
  if (!needsOwnNode(process.versions.node)) return useOwnNodeFirst();
  await new Promise(() => runAgain());
}

/** Not on a Node 24: npm does not have one for every system, and where it has none the user's own runs all. */
export function needsOwnNode(running) {
  return !running.startsWith("24.");
}

/** npm writes its hidden lockfile last, so what it lists is really there. Optional packages may be left out. */
function packagesAreInstalled() {
  const installed = packagesOf(join(modules, ".package-lock.json"));
  const wanted = packagesOf(join(root, "package-lock.json"));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" || (path in installed ? installed[path].version === entry.version : Boolean(entry.optional)),
  );
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Not `npm ci`: it removes all packages first, and with them the Node that may run this script. The lockfile still
 * decides the versions and is not written.
 */
function installPackages() {
  console.log("Installing the project's packages …");
  if (npm(["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root }) !== 0)
    fail("The project's packages could not be installed: check that npm can reach its registry, then run this again.");
}

function answersNode24() {
  const answer = existsSync(node24) && spawnSync(node24, ["--version"], { encoding: "utf8" });
  return Boolean(answer) && answer.status === 0 && answer.stdout.startsWith("v24.");
}

/** npm 11 runs no install scripts, and this package fetches its binary in one. */
function installNode24() {
  console.log("Fetching Node 24 from npm …");
  spawnSync(process.execPath, ["installArchSpecificPackage.js"], { cwd: join(modules, "node"), stdio: "ignore" });
  if (!answersNode24())
    fail(
      `Node 24 could not be fetched for ${process.platform}-${process.arch}: check that npm can reach its registry, ` +
        "or install Node 24 yourself and run this again with it.",
    );
}

function useOwnNodeFirst() {
  process.env.GALLEY_NODE24 = "ready";
  process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;
}

function runAgain() {
  const child = spawn(node24, process.argv.slice(1), {
    stdio: "inherit",
    env: { ...process.env, GALLEY_NODE24: "ready", PATH: dirname(node24) + delimiter + process.env.PATH },
  });
  // A terminal's Ctrl+C reaches the child by itself; a signal sent to this process alone does not.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`Node 24 could not be started: ${error.message}.`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}
