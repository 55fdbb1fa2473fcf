// A temporary folder that is gone after the test.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Its name has what breaks careless path handling; a tool that cannot stand it gets a plain one. Its path is the real one:
 * the temporary folder of macOS is behind a link, that of Windows may have a short name.
 */
export function temporaryFolder(name = "galley test #%é "): string {
  const folder = mkdtempSync(join(realpathSync.native(tmpdir()), name));
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
