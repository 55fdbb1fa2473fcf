// Runs npm 11, fetched through an older npm where that is all there is: npm 10 cannot install vite's optional binding.
import { spawnSync } from "node:child_process";
import { dirname, delimiter } from "node:path";
import { commandLine } from "./command-line.mjs";
import { fail } from "./fail.mjs";

// npm's own environment inside `npm start` would aim a nested npm at the outer project.
const outer = /^npm_(package|lifecycle|command|config_(local_prefix|global_prefix|prefix))/;

function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !outer.test(name));
  return { ...Object.fromEntries(kept), PATH: dirname(process.execPath) + delimiter + process.env.PATH };
}

function call(words, options) {
  const { command, args, shell } = commandLine("npm", words);
  return spawnSync(command, args, { shell, env: environment(), ...options });
}

/** Returns the exit code; npm itself has printed what went wrong. */
export function npm(args, { cwd, env = {}, quiet = false }) {
  const version = call(["--version"], { cwd, encoding: "utf8" });
  if (version.error || version.status !== 0) fail("npm was not found: install Node.js 20 or newer together with npm.");
  const current = Number.parseInt(version.stdout, 10) >= 11;
  const all = current ? args : ["exec", "--yes", "npm@11", "--", ...args];
  const run = call(all, { cwd, env: { ...environment(), ...env }, stdio: quiet ? "ignore" : "inherit" });
  return run.status ?? 1;
}
