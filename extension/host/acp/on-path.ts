// Tells whether a command is in a folder of PATH.
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findProgram } from "../../disk/process/find-program.ts";
import { thisMachine } from "../../disk/process/machine.ts";

export async function isOnPath(command: string): Promise<boolean> {
  if (process.platform === "win32") return findProgram(command, thisMachine(), "") !== undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, command), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
