// npm run check: types, lint, format, Svelte, the import table and unused code, one after the other.
import { onNode24 } from "./node24.mjs";

const checks = [
  { name: "tsc", of: "typescript", args: ["--noEmit"] },
  { name: "eslint", args: ["--max-warnings=0", "."] },
  { name: "prettier", args: ["--check", "--log-level=warn", "."] },
  { name: "svelte-check", args: ["--fail-on-warnings", "--output", "human"] },
  { name: "depcruise", of: "dependency-cruiser", args: ["extension", "webview"] },
  { name: "knip", args: [] },
];

await onNode24();
const { tool } = await import("./tool.mjs");
const only = process.argv.slice(2);
const failed = [];
for (const { name, of, args } of checks) {
  if (only.length && !only.includes(name)) continue;
  const passed = tool(name, args, { of }) === 0;
  console.log(`${passed ? "✔" : "✘"} ${name}`);
  if (!passed) failed.push(name);
}
if (failed.length) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length ? 1 : 0;
