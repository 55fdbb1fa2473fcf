// Finds the open documents that are a given file, whatever path each was opened with.
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathKey } from "./same-path.ts";

export interface HeldFile {
  /** As the editor calls it. */
  path: string;
  isDirty: boolean;
}

export interface PathWorld {
  platform: NodeJS.Platform;
  /** Links resolved; rejects where nothing is. */
  real: (path: string) => Promise<string>;
  /** The same for two paths to one file; nothing where there is none. */
  identity: (path: string) => Promise<string | undefined>;
}

/** Those with unsaved text first, then the one of that very path. `real` has no links in it. */
export async function findOpen<File extends HeldFile>(
  files: readonly File[],
  real: string,
  world: PathWorld,
): Promise<File[]> {
  const isIt = await Promise.all(files.map(({ path }) => leadsTo(path, real, world)));
  const rank = ({ path, isDirty }: File): number => (isDirty ? 0 : 2) + (path === real ? 0 : 1);
  return files.filter((_, index) => isIt[index]).toSorted((one, other) => rank(one) - rank(other));
}

/** Whether a path, through whatever links, leads to the file at `real`. */
export async function leadsTo(path: string, real: string, world: PathWorld): Promise<boolean> {
  const way = await realOrPlanned(path, world);
  if (way === real) return true;
  if (pathKey(way, world.platform) !== pathKey(real, world.platform)) return false;
  // Where the disk tells names apart that the platform usually does not, two files are two.
  const [one, other] = await Promise.all([world.identity(way), world.identity(real)]);
  return one === undefined || other === undefined || one === other;
}

/** For a missing file, the real path of its folder plus its name. */
async function realOrPlanned(path: string, world: PathWorld): Promise<string> {
  try {
    return await world.real(path);
  } catch {
    // It does not exist yet.
    return dirname(path) === path ? path : join(await realOrPlanned(dirname(path), world), basename(path));
  }
}

/** Links on disk change without an event: a result is trusted for this long. */
const KEEP_MS = 2_000;

/** Real paths, remembered for a moment: hundreds of documents may be open, and every tool asks. */
export class RealPaths implements PathWorld {
  readonly platform = process.platform;
  readonly #known = new Map<string, { at: number; real: Promise<string> }>();
  readonly #real: (path: string) => Promise<string>;
  readonly #now: () => number;

  constructor(real: (path: string) => Promise<string> = realpath, now: () => number = () => performance.now()) {
    this.#real = real;
    this.#now = now;
  }

  real = (path: string): Promise<string> => {
    const known = this.#known.get(path);
    if (known !== undefined && this.#now() - known.at < KEEP_MS) return known.real;
    const real = this.#real(path);
    // The caller gets the failure, which is not cached.
    real.catch(() => this.#known.delete(path));
    this.#known.set(path, { at: this.#now(), real });
    return real;
  };

  identity = async (path: string): Promise<string | undefined> => {
    // A file that is gone has no identity.
    const found = await stat(path, { bigint: true }).catch(() => undefined);
    return found && `${found.dev}:${found.ino}`;
  };

  /** Documents were opened, closed or moved. */
  clear(): void {
    this.#known.clear();
  }
}
