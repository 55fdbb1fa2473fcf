// Tells whether a command is in a folder of PATH.
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

export async function isOnPath(command: string): Promise<boolean> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const places = folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending)));
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
