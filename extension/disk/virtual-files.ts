// Lets tools read in workspace folders that are not on disk, through the file system that VS Code has for them.
import { posix } from "node:path";
import type { Result } from "../message/result.ts";
import { meantFolder, pathInFolder } from "../text/paths/folder-path.ts";
import type { Documents, DocumentText, Files, Located, Place } from "../tools/ports.ts";
import * as words from "./words.ts";

/** A folder's own file system. Paths are relative to the folder, with `/`; `.` is the folder itself. */
export interface VirtualFolder {
  /** The URI, as a name for a place that no path on disk can have. */
  uri: (path: string) => string;
  /** `undefined` if nothing is there. */
  stat: (path: string) => Promise<{ kind: "file" | "folder" | "other"; isLink: boolean; size: number } | undefined>;
  bytes: (path: string) => Promise<Uint8Array>;
  /** The editor's text where it has unsaved changes, else that of the file. Rejects for a file that is not UTF-8. */
  text: (path: string) => Promise<DocumentText>;
  /** The folder as a bounded listing. */
  outline: (path: string) => Promise<string>;
}

export interface ReadableFolder {
  name: string;
  /** `undefined` if the folder is on disk. */
  virtual: VirtualFolder | undefined;
}

type Folders = () => readonly ReadableFolder[];

/** These file systems give a file whole: larger ones are refused. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Everything else is as on disk. Files are not listed: these file systems may be far away. */
export function withVirtualFiles(disk: Files, folders: Folders): Files {
  return {
    async locate(path) {
      const spot = spotOf(folders(), path);
      return spot === undefined ? disk.locate(path) : locate(spot);
    },
    async read(place, window) {
      const spot = spotAt(folders(), place);
      return spot === undefined ? disk.read(place, window) : read(spot, window);
    },
    list: (place, options) =>
      spotAt(folders(), place) === undefined
        ? disk.list(place, options)
        : Promise.resolve({ places: [], isCut: false }),
    async outline(place) {
      const spot = spotAt(folders(), place);
      return spot === undefined ? disk.outline(place) : spot.virtual.outline(spot.inside);
    },
  };
}

/** Files that are not on disk are read, and never changed. */
export function withVirtualDocuments(disk: Documents, folders: Folders): Documents {
  return {
    async text(place) {
      const spot = spotAt(folders(), place);
      if (spot === undefined) return disk.text(place);
      return spot.virtual.text(spot.inside).then(
        (value) => ({ ok: true, value }),
        () => ({ ok: false, failure: words.notUtf8 }),
      );
    },
    async replace(place, ...change) {
      const spot = spotAt(folders(), place);
      if (spot === undefined) return disk.replace(place, ...change);
      return { ok: false, failure: words.notOnDisk(spot.name) };
    },
  };
}

interface Spot {
  name: string;
  /** As messages write it. */
  path: string;
  inside: string;
  virtual: VirtualFolder;
}

/** `undefined` for a path on disk. */
function spotOf(folders: readonly ReadableFolder[], path: string): Spot | undefined {
  if (/^(?:[/~\\]|[a-z]:)/i.test(path)) return undefined;
  const meant = meantFolder(folders, path);
  if (meant?.folder.virtual === undefined) return undefined;
  const { name, virtual } = meant.folder;
  const inside = posix.normalize(meant.inside === "" ? "." : meant.inside).replace(/(?<=.)\/$/, "");
  return { name, virtual, inside, path: pathInFolder(folders, { name }, inside === "." ? "" : inside) || "." };
}

/** A place that was located here has the URI of its folder. */
function spotAt(folders: readonly ReadableFolder[], { path, full }: Place): Spot | undefined {
  const spot = spotOf(folders, path);
  return spot?.virtual.uri(spot.inside) === full ? spot : undefined;
}

async function locate({ virtual, path, inside }: Spot): Promise<Located> {
  if (inside === ".." || inside.startsWith("../")) return { ok: false, failure: words.leavesFolder };
  const names = inside === "." ? [] : inside.split("/");
  // Where a link leads cannot be checked here.
  for (const depth of names.keys()) {
    const found = await virtual.stat(names.slice(0, depth + 1).join("/"));
    if (found?.isLink === true) return { ok: false, failure: words.virtualLink };
  }
  const uri = virtual.uri(inside);
  const place = { path, full: uri, real: uri, inside: true };
  const found = await virtual.stat(inside);
  if (found === undefined) return { ok: true, value: { ...place, kind: "missing", size: 0 } };
  if (found.kind === "other") return { ok: false, failure: words.neither };
  return { ok: true, value: { ...place, kind: found.kind, size: found.size } };
}

async function read(
  { virtual, inside }: Spot,
  window: { start: number; end: number } | undefined,
): Promise<Result<{ bytes: Uint8Array; size: number }, string>> {
  const found = await virtual.stat(inside);
  if (found === undefined) return { ok: false, failure: words.gone };
  if (found.size > MOST_BYTES) return { ok: false, failure: words.tooLargeElsewhere };
  const bytes = await virtual.bytes(inside);
  return { ok: true, value: { bytes: bytes.subarray(window?.start ?? 0, window?.end), size: bytes.length } };
}
