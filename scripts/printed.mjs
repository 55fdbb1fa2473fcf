// Keeps what a program prints in a file and prints it in one piece when the program has ended: several run at once.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `run` with the number of an open file, and prints the file below a heading when `run` is over. */
export async function printedWhole(heading, run) {
  const folder = mkdtempSync(join(tmpdir(), "galley-printed-"));
  const path = join(folder, "printed");
  const file = openSync(path, "a");
  try {
    return await run(file);
  } finally {
    closeSync(file);
    process.stdout.write(`\n── ${heading} ──\n${readFileSync(path, "utf8")}`);
    rmSync(folder, { recursive: true, force: true });
  }
}
