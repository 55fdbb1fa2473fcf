// Bundles test/host/ into what an extension host can load: one file per test, beside the runner.
import { existsSync, globSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
    entryPoints: ["index.ts", ...globSync("{,linked/,virtual/}*.test.ts", { cwd: source })].map((name) =>
      join(source, name),
    ),
    outdir,
    outbase: source,
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

/** A workspace with a folder in memory beside one on disk. Returns the path of its file. */
export function memoryWorkspace(folder, sample) {
  const path = join(folder, "memory.code-workspace");
  const folders = [
    { uri: "galley-memory:/docs", name: "docs" },
    { path: sample, name: "sample" },
  ];
  writeFileSync(path, JSON.stringify({ folders }));
  return path;
}

/** What the suite left in its file: the results of each of its files, or nothing where the host died. */
export function hostResults(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

/** Returns whether tests ran and none failed. */
export function printHostCounts(files) {
  const tests = files.flatMap((file) => file.assertionResults);
  const failed = tests.filter(({ status }) => status === "failed").length;
  console.log(`in-host: ${tests.length - failed} passed, ${failed} failed`);
  return tests.length > 0 && failed === 0;
}
