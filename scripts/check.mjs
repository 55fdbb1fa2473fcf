// npm run check: types, lint, format, Svelte, the import table and unused code, all at once. `-- NAME …` runs only those named.
import { onNode24 } from "./node24.mjs";

/** What did not change is not looked at again. A cache is only as old as the packages: it lies among them. */
const cache = (name) => `node_modules/.cache/galley/${name}`;

const checks = [
  // The types and the rules of everything but components, in one pass over one program, whose memory is not collected.
  { name: "oxlint", env: { GOGC: "off", GOMEMLIMIT: "3GiB" } },
  {
    name: "eslint",
    args: ["--max-warnings=0", "--cache", "--cache-strategy=content", `--cache-location=${cache("eslint")}`, "webview"],
  },
  { name: "oxfmt", args: ["--check", "--disable-nested-config"] },
  { name: "svelte-check", args: ["--tsconfig", "webview/tsconfig.json", "--fail-on-warnings", "--output", "human"] },
  {
    name: "depcruise",
    of: "dependency-cruiser",
    args: ["--cache", cache("depcruise"), "--cache-strategy", "content", "extension", "webview"],
  },
  { name: "knip", args: ["--cache", "--cache-location", cache("knip")] },
];

await onNode24();
const { tool } = await import("./tool.mjs");
const { printedWhole } = await import("./printed.mjs");
const only = process.argv.slice(2);
const chosen = checks.filter(({ name }) => only.length === 0 || only.includes(name));
const results = await Promise.all(chosen.map(check));
for (const { name, passed, seconds } of results) console.log(`${passed ? "✔" : "✘"} ${name}  (${seconds} s)`);
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
if (failed.length) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length ? 1 : 0;

async function check({ name, of, args = [], env }) {
  const started = Date.now();
  const passed = (await printedWhole(name, (out) => tool(name, args, { of, env, out }))) === 0;
  return { name, passed, seconds: Math.round((Date.now() - started) / 1000) };
}
