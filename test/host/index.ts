// Runs the suite inside VS Code's extension host: every *.test.js beside this file, with the counts left in a file.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";

export function run(): Promise<void> {
  markOutput();
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 30_000,
    color: true,
    grep: new RegExp(process.env["GALLEY_TEST_GREP"] ?? ""),
  });
  for (const name of readdirSync(__dirname).sort()) if (name.endsWith(".test.js")) mocha.addFile(join(__dirname, name));
  return new Promise((resolve, reject) => {
    const failures: { name: string; reason: string }[] = [];
    const runner = mocha.run((failed) => {
      const result = process.env["GALLEY_TEST_RESULT"];
      if (result) writeFileSync(result, JSON.stringify({ passed: runner.stats?.passes ?? 0, failed, failures }));
      if (failed === 0) resolve();
      else reject(new Error(`${String(failed)} failed`));
    });
    runner.on("fail", (test, error: Error) => failures.push({ name: test.fullTitle(), reason: error.message }));
  });
}

/** Our lines begin with a bar, so that they can be told from what VS Code logs by itself. */
function markOutput(): void {
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split("\n")) console.log(`│ ${line}`);
  };
}
