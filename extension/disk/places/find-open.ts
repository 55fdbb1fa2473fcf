// Finds the open documents that are a given file, whatever path each was opened with.
import { realpath, stat } from "node:fs/promises";
import { type PathWorld, sameFile, samePath } from "./same-path.ts";

export interface HeldFile {
  /** As the editor calls it. */
  path: string;
  isDirty: boolean;
}

/** Those with unsaved text first, then the one of that very path. */
export async function findOpen<File extends HeldFile>(
  files: readonly File[],
  real: string,
  world: PathWorld,
): Promise<File[]> {
  const isIt = await Promise.all(files.map(({ path }) => sameFile(path, real, world)));
  const rank = ({ path, isDirty }: File): number => (isDirty ? 0 : 2) + (samePath(path, real, world.platform) ? 0 : 1);
  return files.filter((_, index) => isIt[index]).toSorted((one, other) => rank(one) - rank(other));
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
