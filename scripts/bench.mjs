// npm run bench [NAME…] [--against FILE]: runs test/bench/*.mjs, or only those named, keeps what each one measured in
// results.json, and prints one table at the end; with an earlier results.json a second one, against it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { takeTold } from "../test/bench/shared/report.mjs";
import { compareLines, figuresOf, runTrusted, summaryLines } from "../test/bench/shared/summary.mjs";
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
const { positionals: asked, values } = parseArgs({ allowPositionals: true, options: { against: { type: "string" } } });
const unknown = asked.find((name) => !known.includes(name));
if (unknown) fail(`There is no benchmark ${unknown}; there are: ${known.join(", ") || "none yet"}.`);
// Read now: it may be the file that this run writes.
const before = values.against === undefined ? undefined : readBefore(values.against);

const built = spawnSync(process.execPath, [join("scripts", "build.mjs"), "--production"], {
  cwd: root,
  stdio: "inherit",
});
if (built.status !== 0) fail("The build failed; the messages above say where.");

const results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const figures = [];
for (const name of asked.length ? asked : known) {
  console.log(`── ${name} ──`);
  const { run } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  const { measured, told } = await runTrusted(async () => ({ measured: await run(), told: takeTold() }), console.log);
  console.log(measured);
  const judged = figuresOf(name, told);
  figures.push(...judged);
  results[name] = { ...measured, figures: judged };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
console.log(["── all ──", ...summaryLines(figures)].join("\n"));
if (before) console.log([`── against ${values.against} ──`, ...compareLines(figures, before)].join("\n"));

function readBefore(path) {
  try {
    return Object.values(JSON.parse(readFileSync(path, "utf8"))).flatMap((one) => one.figures ?? []);
  } catch (error) {
    fail(`${path} is not a results.json of an earlier run: ${error.message}`);
  }
}
