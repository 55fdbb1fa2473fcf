// Runs one of the project's own command-line tools on the Node that runs us.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./node24.mjs";

/** Its exit code; the tool has printed what it had to say. */
export function tool(name, args, { of = name, env = {} } = {}) {
  const run = spawnSync(process.execPath, [binary(of, name), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return run.status ?? 1;
}

function binary(of, name) {
  const manifest = join(root, "node_modules", of, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : bin[name]);
}
