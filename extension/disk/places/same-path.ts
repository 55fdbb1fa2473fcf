// Whether two paths are one file or one inside the other, as the platform takes them: links, drive letters, case, accents.
import { type PlatformPath, posix, win32 } from "node:path";

export interface PathWorld {
  platform: NodeJS.Platform;
  /** Links resolved; rejects where nothing is. */
  real: (path: string) => Promise<string>;
  /** The same for two paths to one file; nothing where there is none. */
  identity: (path: string) => Promise<string | undefined>;
}

/** Whether two paths, through whatever links, lead to one file. A missing one is where its folder is. */
export async function sameFile(one: string, other: string, world: PathWorld): Promise<boolean> {
  const [first, second] = await Promise.all([realOrPlanned(one, world), realOrPlanned(other, world)]);
  if (first === second) return true;
  if (!samePath(first, second, world.platform)) return false;
  // Where the disk tells names apart that the platform usually does not, two files are two.
  const [its, others] = await Promise.all([world.identity(first), world.identity(second)]);
  return its === undefined || others === undefined || its === others;
}

/** For a missing file, the real path of its folder plus its name. */
async function realOrPlanned(path: string, world: PathWorld): Promise<string> {
  const paths = pathsOf(world.platform);
  try {
    return await world.real(path);
  } catch {
    // It does not exist yet.
    const folder = paths.dirname(path);
    return folder === path ? path : paths.join(await realOrPlanned(folder, world), paths.basename(path));
  }
}

/** Whether two paths without links are the same, by their text alone. */
export function samePath(one: string, other: string, platform: NodeJS.Platform = process.platform): boolean {
  return one === other || pathKey(one, platform) === pathKey(other, platform);
}

/** By their text alone: give real paths. A folder is inside itself. */
export function isInside(folder: string, full: string, platform: NodeJS.Platform = process.platform): boolean {
  const way = wayTo(folder, full, platform);
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !pathsOf(platform).isAbsolute(way);
}

/** From the folder to what is inside, however the two are spelled. */
export function wayTo(folder: string, full: string, platform: NodeJS.Platform = process.platform): string {
  // On Windows it looks past case by itself.
  const way = pathsOf(platform).relative(folder, full);
  if (platform !== "darwin" || !way.startsWith("..")) return way;
  return posix.relative(folder.normalize("NFC"), full.normalize("NFC"));
}

export function pathsOf(platform: NodeJS.Platform): PlatformPath {
  return platform === "win32" ? win32 : posix;
}

/** Equal for all spellings of one path. Links are not resolved: give real paths. */
export function pathKey(path: string, platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case "win32":
      return folded(win32.normalize(plainPrefix(path)).replace(/(?<=[^:\\])\\+$/, ""));
    case "darwin":
      // Volumes are case-insensitive unless they were made otherwise; accents are composed or not, as a program wrote them.
      return folded(
        posix
          .normalize(path)
          .normalize("NFC")
          .replace(/(?<=.)\/+$/, ""),
        // Some capital letters have no composed form, but their small ones have.
      ).normalize("NFC");
    default:
      return posix.normalize(path).replace(/(?<=.)\/+$/, "");
  }
}

/** `\\?\C:\a` is `C:\a`, `\\?\UNC\server\a` is `\\server\a`. */
function plainPrefix(path: string): string {
  const backed = path.replaceAll("/", "\\");
  const [, isShare, rest] = /^\\\\[?.]\\(UNC\\)?(.*)$/is.exec(backed) ?? [];
  if (rest === undefined) return backed;
  return isShare === undefined ? rest : `\\\\${rest}`;
}

/** Sign by sign, and only where one sign stays one: no two names of different length become the same. */
function folded(text: string): string {
  let key = "";
  for (const sign of text) {
    const lower = sign.toLowerCase();
    key += lower.length === sign.length ? lower : sign;
  }
  return key;
}
