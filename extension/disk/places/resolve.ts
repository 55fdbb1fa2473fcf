// A message's path on disk: one that is relative never leaves its folder, through links either.
import { realpath } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { isInside, wayTo } from "./same-path.ts";

/** `undefined` if the path leads out of the folder. A missing file resolves to where it would be. */
export async function resolveInside(folder: string, path: string): Promise<string | undefined> {
  if (isAbsolute(path)) return path;
  const full = resolve(folder, path);
  if (!isInside(resolve(folder), full)) return undefined;
  // What cannot be resolved does not exist.
  const [realFolder, realFull] = await Promise.all(
    [realpath(folder), realpath(full)].map((found) => found.catch(() => undefined)),
  );
  if (realFolder === undefined || realFull === undefined) return full;
  return isInside(realFolder, realFull) ? join(folder, wayTo(realFolder, realFull)) : undefined;
}
