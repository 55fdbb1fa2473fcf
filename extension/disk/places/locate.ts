// Where a path leads on disk. Real paths decide what is inside; files are opened by the path of their workspace folder.
import { lstat, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { meantFolder, pathInFolder } from "../../text/paths/folder-path.ts";
import type { Located } from "../../tools/ports.ts";
import { openFailure, plainSpot, type Spot } from "./same-file.ts";
import { isInside, pathsOf, wayTo } from "./same-path.ts";
import type { Result } from "../../message/result.ts";
import * as words from "../words.ts";

export interface WorkFolder {
  name: string;
  /** Absolute; `undefined` if the folder is not on disk. */
  path: string | undefined;
}

/** What is asked of the system. */
export interface Disk {
  platform: NodeJS.Platform;
  home: () => string;
  /** Links resolved; rejects where nothing is. */
  realpath: (path: string) => Promise<string>;
  stat: (path: string) => Promise<{ isDirectory: () => boolean; isFile: () => boolean; size: number }>;
  isLink: (path: string) => Promise<boolean>;
}

export const thisDisk: Disk = {
  platform: process.platform,
  home: homedir,
  realpath: (path) => realpath(path),
  stat: (path) => stat(path),
  isLink: (path) =>
    lstat(path).then(
      (info) => info.isSymbolicLink(),
      () => false,
    ),
};

/** A folder that paths are relative to, or in which Galley keeps results and attachments. */
export interface DiskRoot {
  name: string;
  path: string;
  real: string;
  isKept: boolean;
}

/** One that is not on disk counts where paths are read and written, and contains nothing. */
export type Root = DiskRoot | { name: string; path: undefined; isKept: false };

export async function rootsOf(folders: readonly WorkFolder[], kept: readonly string[], disk: Disk): Promise<Root[]> {
  const own = kept.map((path) => ({ name: "", path, isKept: true }));
  const all = [...folders.map((folder) => ({ ...folder, isKept: false })), ...own];
  return Promise.all(
    all.map(async ({ name, path, isKept }): Promise<Root> => {
      if (path === undefined) return { name, path, isKept: false };
      // A root that does not exist is where its path says.
      return { name, path, isKept, real: await disk.realpath(path).catch(() => path) };
    }),
  );
}

export function onDisk(roots: readonly Root[]): DiskRoot[] {
  return roots.filter((root) => root.path !== undefined);
}

/** The innermost, as in the editor. */
export function rootOf(roots: readonly Root[], real: string, platform: NodeJS.Platform): DiskRoot | undefined {
  const around = onDisk(roots).filter(({ real: top }) => isInside(top, real, platform));
  return around.toSorted((one, other) => other.real.length - one.real.length)[0];
}

/** How a file is opened whose real path is known from before. Outside of the folders as it is. */
export async function spotOf(real: string, folders: readonly WorkFolder[], disk: Disk = thisDisk): Promise<Spot> {
  const root = rootOf(await rootsOf(folders, [], disk), real, disk.platform);
  return root === undefined ? plainSpot(real) : spotIn(root, real, disk.platform);
}

function spotIn({ path, real: top }: Pick<DiskRoot, "path" | "real">, real: string, platform: NodeJS.Platform): Spot {
  const way = wayTo(top, real, platform);
  return { full: way === "" ? path : pathsOf(platform).join(path, way), real };
}

/** `typed` has `/` between its names. */
export async function locate(roots: readonly Root[], typed: string, disk: Disk): Promise<Located> {
  const { platform } = disk;
  if (platform === "win32" && typed.slice(2).includes(":")) return { ok: false, failure: words.colonInName };
  if (typed.startsWith("//") && !isOwnNetwork(roots, typed, platform)) return { ok: false, failure: words.networkPath };
  const meant = absolute(roots, typed, disk);
  if (!meant.ok) return meant;
  const full = meant.value;
  const found = await realOf(full, disk);
  if (!found.ok) return found;
  const { real, isThere } = found.value;
  const root = rootOf(roots, real, platform);
  const spot = root === undefined ? await spotOnDrive(full, real, disk) : spotIn(root, real, platform);
  const place = { path: written(roots, root, spot, platform), ...spot, inside: root !== undefined };
  if (!isThere) return { ok: true, value: { ...place, kind: "missing", size: 0 } };
  const info = await disk.stat(spot.full);
  if (info.isDirectory()) return { ok: true, value: { ...place, kind: "folder", size: 0 } };
  if (!info.isFile()) return { ok: false, failure: words.neither };
  return { ok: true, value: { ...place, kind: "file", size: info.size } };
}

/** By the text alone: asking the system about another computer already tells that computer who asks. */
function isOwnNetwork(roots: readonly Root[], typed: string, platform: NodeJS.Platform): boolean {
  if (platform !== "win32") return false;
  const full = pathsOf(platform).normalize(typed);
  return onDisk(roots).some(({ path, real }) => isInside(path, full, platform) || isInside(real, full, platform));
}

function absolute(roots: readonly Root[], typed: string, { platform, home }: Disk): Result<string, string> {
  const paths = pathsOf(platform);
  if (typed === "~" || typed.startsWith("~/")) return { ok: true, value: paths.join(home(), typed.slice(1)) };
  const meant = meantFolder(workFolders(roots), typed);
  const top = meant?.folder.path;
  if (meant !== undefined && top !== undefined)
    return { ok: true, value: meant.isNamed ? paths.join(top, meant.inside) : paths.resolve(top, typed) };
  if (isWhole(typed, platform)) return { ok: true, value: paths.resolve(typed) };
  return { ok: false, failure: meant === undefined ? words.noFolderOpen : words.notOnDisk(meant.folder.name) };
}

function workFolders(roots: readonly Root[]): Root[] {
  return roots.filter(({ isKept }) => !isKept);
}

/** On Windows a path without a drive is relative to the drive of the program. */
function isWhole(typed: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" ? /^([a-z]:\/|\/\/)/i.test(typed) : typed.startsWith("/");
}

/** Resolves links in the part of the path that exists, and appends the missing names. */
async function realOf(full: string, disk: Disk): Promise<Result<{ real: string; isThere: boolean }, string>> {
  const paths = pathsOf(disk.platform);
  const missing: string[] = [];
  for (let at = full; ; at = paths.dirname(at)) {
    try {
      return {
        ok: true,
        value: { real: paths.join(await disk.realpath(at), ...missing), isThere: missing.length === 0 },
      };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOTDIR") return { ok: false, failure: words.fileInPath };
      if (code === "ELOOP") return { ok: false, failure: words.linkLoop };
      if (code !== "ENOENT" || paths.dirname(at) === at) return { ok: false, failure: openFailure(error) };
      if (await disk.isLink(at)) return { ok: false, failure: words.brokenLink };
      missing.unshift(paths.basename(at));
    }
  }
}

/** A file on a mapped drive is opened by the drive, not by the network path to which it leads. */
export async function spotOnDrive(full: string, real: string, { platform, realpath }: Disk): Promise<Spot> {
  if (platform !== "win32") return plainSpot(real);
  const drive = pathsOf(platform).parse(full).root;
  // A drive that cannot be resolved is no mapped one.
  const top = await realpath(drive).catch(() => drive);
  return isInside(top, real, platform) ? spotIn({ path: drive, real: top }, real, platform) : plainSpot(real);
}

/** As messages write it. */
export function written(
  roots: readonly Root[],
  root: DiskRoot | undefined,
  { full, real }: Spot,
  platform: NodeJS.Platform,
): string {
  if (root === undefined) return slashed(full, platform);
  if (root.isKept) return slashed(real, platform);
  const inside = slashed(wayTo(root.real, real, platform), platform);
  return pathInFolder(workFolders(roots), root, inside) || ".";
}

export function slashed(path: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? path.replaceAll("\\", "/") : path;
}
