// What programs that run at once print, each in one piece, and an end that loses nothing of it.
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Ends the process once all is printed: what a pipe has not taken by then would be lost. */
export async function exitPrinted(code) {
  for (const stream of [process.stdout, process.stderr]) await new Promise((taken) => stream.write("", taken));
  process.exit(code);
}

/**
 * Keeps what a program prints in a file, and prints it when the program has ended. Calls `run` with the number of an open
 * file, and prints the file below a heading when `run` is over.
 */
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
