// A temporary folder that is gone after the test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Its name has what breaks careless path handling; a tool that cannot stand it gets a plain one. */
export function temporaryFolder(name = "galley test #%é "): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => {
    remove(folder);
  });
  return folder;
}

/** Windows removes no file that is open, and some tests leave a database so: there the system cleans up. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (process.platform !== "win32") throw error;
  }
}
