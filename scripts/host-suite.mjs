// Bundles test/host/ into what an extension host can load: one file per test, beside the runner.
import { existsSync, globSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./node24.mjs";
import { cache } from "./vscode.mjs";

const source = join(root, "test", "host");

/** Returns the path of the suite's runner. */
export async function bundleHostSuite() {
  const outdir = join(cache, "suite");
  rmSync(outdir, { recursive: true, force: true });
  await esbuild.build({
    entryPoints: ["index.ts", ...globSync("*.test.ts", { cwd: source })].map((name) => join(source, name)),
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    external: ["vscode", "mocha"],
    logLevel: "warning",
  });
  return join(outdir, "index.js");
}

/** Galley and the helper extensions of the suite. */
export function hostExtensions() {
  const helpers = join(source, "extensions");
  const names = existsSync(helpers) ? readdirSync(helpers) : [];
  return [root, ...names.map((name) => join(helpers, name)).filter((path) => existsSync(join(path, "package.json")))];
}
