// The tools' files on disk: where a path leads, what is there, and what lies below.
import { lstat, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Files, Located, Place } from "../tools/ports.ts";
import { isListed, listFiles } from "./list-files.ts";
import { readFolder } from "./read-folder.ts";
import { isInside } from "./resolve.ts";
import { openFailure, openSame } from "./same-file.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

interface WorkFolder {
  name: string;
  /** Absolute. */
  path: string;
}

interface World {
  /** Asked anew each time: folders come and go. The first is where relative paths begin. */
  folders: () => readonly WorkFolder[];
  /** The editor's exclude patterns for a folder. */
  exclude: (folder: string) => readonly string[];
  /** Folders of kept results: read like the workspace. */
  kept: readonly string[];
}

interface Root extends WorkFolder {
  real: string;
  isKept: boolean;
}

export function diskFiles(world: World): Files {
  return {
    locate: (path) => locate(world, path),
    read: readWindow,
    async list(place, { signal, most, wants }) {
      await mustBeSame(place);
      const { top, below, named, exclude } = await topOf(world, place);
      const enough = new AbortController();
      const places: Place[] = [];
      const found = (path: string): void => {
        const one: Place = { ...named(path), real: join(top, path), kind: "file", size: 0 };
        if (wants?.(one) === false) return;
        if (places.length >= most) enough.abort();
        else places.push(one);
      };
      await listFiles(top, { exclude, below, signal: AbortSignal.any([signal, enough.signal]) }, found);
      await mustBeSame(place);
      return { places, isCut: enough.signal.aborted };
    },
    async outline(place) {
      const { top, below, exclude } = await topOf(world, place);
      await mustBeSame(place);
      const read = await readFolder(top, below, exclude);
      await mustBeSame(place);
      return read.state === "text" ? read.text : "";
    },
  };
}

/** A folder that became a link is not looked into. */
async function mustBeSame({ real, path }: Place): Promise<void> {
  // A path that leads nowhere by now is not the same either.
  if ((await realpath(real).catch(() => "")) !== real) throw new Error(words.becameLink(path));
}

async function locate(world: World, typed: string): Promise<Located> {
  if (sep === "\\" && typed.slice(2).includes(":")) return { ok: false, failure: words.colonInName };
  const roots = await rootsOf(world);
  const full = absolute(roots, typed);
  if (full === undefined) return { ok: false, failure: words.noFolderOpen };
  const found = await realOf(full);
  if (!found.ok) return found;
  const { real, isThere } = found.value;
  const root = rootOf(roots, real);
  const place = { path: written(roots, root, real), real, inside: root !== undefined };
  if (!isThere) return { ok: true, value: { ...place, kind: "missing", size: 0 } };
  const info = await stat(real);
  if (info.isDirectory()) return { ok: true, value: { ...place, kind: "folder", size: 0 } };
  if (!info.isFile()) return { ok: false, failure: words.neither };
  return { ok: true, value: { ...place, kind: "file", size: info.size } };
}

async function rootsOf({ folders, kept }: World): Promise<Root[]> {
  const own = kept.map((path) => ({ name: "", path, isKept: true }));
  const all = [...folders().map((folder) => ({ ...folder, isKept: false })), ...own];
  // A root that does not exist is where its path says.
  return Promise.all(all.map(async (root) => ({ ...root, real: await realpath(root.path).catch(() => root.path) })));
}

function absolute(roots: readonly Root[], typed: string): string | undefined {
  if (typed === "~" || typed.startsWith("~/")) return join(homedir(), typed.slice(1));
  const work = roots.filter(({ isKept }) => !isKept);
  const [first = "", ...rest] = typed.split("/");
  const named = work.length > 1 ? work.find(({ name }) => name === first) : undefined;
  if (named !== undefined) return join(named.path, ...rest);
  const [top] = work;
  return top === undefined && resolve(typed) !== typed ? undefined : resolve(top?.path ?? "/", typed);
}

/** Resolves links in the part of the path that exists, and appends the missing names. */
async function realOf(full: string): Promise<Result<{ real: string; isThere: boolean }, string>> {
  const missing: string[] = [];
  for (let at = full; ; at = dirname(at)) {
    try {
      return { ok: true, value: { real: join(await realpath(at), ...missing), isThere: missing.length === 0 } };
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOTDIR") return { ok: false, failure: words.fileInPath };
      if (code === "ELOOP") return { ok: false, failure: words.linkLoop };
      if (code !== "ENOENT" || dirname(at) === at) return { ok: false, failure: openFailure(error) };
      if (await isLink(at)) return { ok: false, failure: words.brokenLink };
      missing.unshift(basename(at));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (info) => info.isSymbolicLink(),
    () => false,
  );
}

function written(roots: readonly Root[], root: Root | undefined, real: string): string {
  if (root === undefined || root.isKept) return slashed(real);
  const inside = slashed(relative(root.real, real));
  if (roots.filter(({ isKept }) => !isKept).length === 1) return inside === "" ? "." : inside;
  return inside === "" ? root.name : `${root.name}/${inside}`;
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

async function readWindow(
  place: Place,
  window?: { start: number; end: number },
): Promise<Result<{ bytes: Uint8Array; size: number }, string>> {
  const opened = await openSame(place.real);
  if (!opened.ok) return { ok: false, failure: opened.failure.why };
  const { file, size } = opened.value;
  try {
    const start = Math.min(window?.start ?? 0, size);
    const length = Math.max(0, Math.min(window?.end ?? size, size) - start);
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { ok: true, value: { bytes: bytes.subarray(0, filled), size } };
  } catch (error) {
    return { ok: false, failure: openFailure(error) };
  } finally {
    await file.close();
  }
}

/** The innermost, as in the editor. */
function rootOf(roots: readonly Root[], real: string): Root | undefined {
  const around = roots.filter(({ real: top }) => isInside(top, real));
  return around.toSorted((one, other) => other.real.length - one.real.length)[0];
}

/** The folder from which ignore files count. For a folder that they hide, only its own count: the tool asked for it. */
async function topOf(world: World, { real, path, inside }: Place) {
  const roots = await rootsOf(world);
  const root = rootOf(roots, real);
  const below = root === undefined ? "" : slashed(relative(root.real, real));
  const exclude = world.exclude(root?.path ?? real);
  const isHidden = below !== "" && root !== undefined && !(await isListed(root.real, `${below}/`, exclude));
  const start = root === undefined || isHidden ? { top: real, below: "" } : { top: root.real, below };
  const cut = start.below === "" ? 0 : below.length + 1;
  const prefix = path === "." ? "" : `${path.replace(/\/$/, "")}/`;
  // A nested workspace folder has its own path names and rules.
  const isAround = roots.some((other) => other !== root && isInside(real, other.real));
  const named = (found: string): { path: string; inside: boolean } => {
    if (!isAround) return { path: `${prefix}${found.slice(cut)}`, inside };
    const full = join(start.top, found);
    const own = rootOf(roots, full);
    return { path: written(roots, own, full), inside: own !== undefined };
  };
  return { ...start, named, exclude };
}
