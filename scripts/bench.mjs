// npm run bench: runs test/bench/*.mjs, or only those named, and keeps what each one measured in results.json.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fail } from "./fail.mjs";
import { onNode24, root } from "./node24.mjs";

await onNode24();
const folder = join(root, "test", "bench");
const file = join(folder, "results.json");
const known = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".mjs"))
      .map((name) => name.slice(0, -4))
  : [];
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !known.includes(name));
if (unknown) fail(`There is no benchmark ${unknown}; there are: ${known.join(", ") || "none yet"}.`);

const built = spawnSync(process.execPath, [join("scripts", "build.mjs"), "--production"], {
  cwd: root,
  stdio: "inherit",
});
if (built.status !== 0) fail("The build failed; the messages above say where.");

const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
for (const name of asked.length ? asked : known) {
  console.log(`── ${name} ──`);
  const { run } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  results[name] = await run();
  console.log(results[name]);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
