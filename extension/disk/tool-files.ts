// The tools' files on disk: where a path leads, what is there, and what lies below.
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Files, Place } from "../tools/ports.ts";
import { isListed, listFiles } from "./list-files.ts";
import {
  locate,
  onDisk,
  type Root,
  rootOf,
  rootsOf,
  slashed,
  thisDisk,
  type WorkFolder,
  written,
} from "./places/locate.ts";
import { readFolder } from "./read-folder.ts";
import { openFailure, openSame, type Spot } from "./places/same-file.ts";
import { isInside, samePath, wayTo } from "./places/same-path.ts";
import type { Result } from "../message/result.ts";
import * as words from "./words.ts";

interface World {
  /** Asked anew each time: folders come and go. The first is where relative paths begin. */
  folders: () => readonly WorkFolder[];
  /** The editor's exclude patterns for a folder. */
  exclude: (folder: string) => readonly string[];
  /** Folders of kept results: read like the workspace. */
  kept: readonly string[];
}

export function diskFiles(world: World): Files {
  return {
    locate: async (path) => locate(await known(world), path, thisDisk),
    read: readWindow,
    async list(place, { signal, most, wants }) {
      await mustBeSame(place);
      const { top, from, named, exclude } = await topOf(world, place);
      const enough = new AbortController();
      const places: Place[] = [];
      const found = (path: string): void => {
        const one: Place = { ...named(path), ...below(top, path), kind: "file", size: 0 };
        if (wants?.(one) === false) return;
        if (places.length >= most) enough.abort();
        else places.push(one);
      };
      await listFiles(top.full, { exclude, below: from, signal: AbortSignal.any([signal, enough.signal]) }, found);
      await mustBeSame(place);
      return { places, isCut: enough.signal.aborted };
    },
    async outline(place) {
      const { top, from, exclude } = await topOf(world, place);
      await mustBeSame(place);
      const read = await readFolder(top.full, from, exclude);
      await mustBeSame(place);
      return read.state === "text" ? read.text : "";
    },
  };
}

/** A folder that became a link is not looked into. */
async function mustBeSame({ full, real, path }: Place): Promise<void> {
  // A path that leads nowhere by now is not the same either.
  if (!samePath(await realpath(full).catch(() => ""), real)) throw new Error(words.becameLink(path));
}

function known({ folders, kept }: World): Promise<Root[]> {
  return rootsOf(folders(), kept, thisDisk);
}

function below({ full, real }: Spot, path: string): Spot {
  return { full: join(full, path), real: join(real, path) };
}

async function readWindow(
  place: Place,
  window?: { start: number; end: number },
): Promise<Result<{ bytes: Uint8Array; size: number }, string>> {
  const opened = await openSame(place);
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

/** The folder from which ignore files count. For a folder that they hide, only its own count: the tool asked for it. */
async function topOf(world: World, { full, real, path, inside }: Place) {
  const { platform } = thisDisk;
  const roots = await known(world);
  const root = rootOf(roots, real, platform);
  const way = root === undefined ? "" : slashed(wayTo(root.real, real), platform);
  const exclude = world.exclude(root?.path ?? full);
  const isHidden = way !== "" && root !== undefined && !(await isListed(root.path, `${way}/`, exclude));
  const start =
    root === undefined || isHidden
      ? { top: { full, real }, from: "" }
      : { top: { full: root.path, real: root.real }, from: way };
  const cut = start.from === "" ? 0 : way.length + 1;
  const prefix = path === "." ? "" : `${path.replace(/\/$/, "")}/`;
  // A nested workspace folder has its own path names and rules.
  const isAround = onDisk(roots).some((other) => other !== root && isInside(real, other.real));
  const named = (found: string): { path: string; inside: boolean } => {
    if (!isAround) return { path: `${prefix}${found.slice(cut)}`, inside };
    const spot = below(start.top, found);
    const own = rootOf(roots, spot.real, platform);
    return { path: written(roots, own, spot, platform), inside: own !== undefined };
  };
  return { ...start, named, exclude };
}
