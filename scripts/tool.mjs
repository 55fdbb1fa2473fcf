// Runs one of the project's own command-line tools on the Node that runs us.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./node24.mjs";

/** Resolves with its exit code. `out` is the number of an open file that gets what it prints, or "inherit". */
export function tool(name, args, { of = name, env = {}, out = "inherit" } = {}) {
  return node([binary(of, name), ...args], { env, out });
}

/** As `tool`, for a script: its path and arguments. */
export function node(args, { env = {}, out = "inherit" } = {}) {
  const options = { cwd: root, stdio: ["ignore", out, out], env: { ...process.env, ...env } };
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, options)
      .on("error", reject)
      .on("close", (code) => resolve(code ?? 1));
  });
}

function binary(of, name) {
  const manifest = join(root, "node_modules", of, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[name]);
}
