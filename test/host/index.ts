// Runs the suite inside VS Code's extension host: every *.test.js of one folder, with the counts left in a file.
import { readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
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
  const folder = join(__dirname, process.env["GALLEY_TEST_FOLDER"] ?? "");
  for (const name of readdirSync(folder).sort()) if (name.endsWith(".test.js")) mocha.addFile(join(folder, name));
  return new Promise((resolve, reject) => {
    const files = new Map<string, FileResult>();
    const runner = mocha.run((failed) => {
      const result = process.env["GALLEY_TEST_RESULT"];
      if (result) writeFileSync(result, JSON.stringify([...files.values()]));
      if (failed === 0) resolve();
      else reject(new Error(`${String(failed)} failed`));
    });
    runner.on("pass", (test) => note(files, test));
    // A hook that fails is told in the place of the tests it was for.
    runner.on("fail", (test, error: Error) => note(files, test, error.message));
  });
}

/** What vitest's report says of a file, as far as it is read. */
interface FileResult {
  name: string;
  status: "passed" | "failed";
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: "passed" | "failed"; failureMessages: string[] }[];
}

function note(files: Map<string, FileResult>, test: Mocha.Runnable, failure?: string): void {
  const name = join("test/host", relative(__dirname, test.file ?? join(__dirname, "index.js")).replace(/js$/, "ts"));
  const endTime = Date.now();
  const file = files.get(name) ?? { name, status: "passed", startTime: endTime, endTime, assertionResults: [] };
  files.set(name, file);
  // The time between two tests is a hook's, and belongs to the file as well.
  if (file.assertionResults.length === 0) file.startTime -= test.duration ?? 0;
  file.endTime = endTime;
  const status = failure === undefined ? "passed" : "failed";
  if (status === "failed") file.status = status;
  file.assertionResults.push({
    fullName: test.fullTitle(),
    status,
    failureMessages: failure === undefined ? [] : [failure],
  });
}

/** Our lines begin with a bar, so that they can be told from what VS Code logs by itself. */
function markOutput(): void {
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args).split("\n")) console.log(`│ ${line}`);
  };
}
