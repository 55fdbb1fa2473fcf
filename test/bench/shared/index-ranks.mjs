// At which place Galley's index has the file that was meant, without a window.
import { InUse } from "../../../extension/acquire/find-paths/in-use.ts";
import { PathIndex } from "../../../extension/acquire/find-paths/path-index.ts";
import { Recent } from "../../../extension/acquire/recent.ts";

/** Of `nextFiles`: the rank of each file that is asked for, 0 if it is not among the first `places`. */
export function indexRanks(files, moments, places) {
  const index = new PathIndex();
  for (const path of files) index.add(path);
  const recent = new Recent(60);
  return moments.flatMap(({ used, asked }) => {
    for (const path of used) recent.touch(path);
    const inUse = new InUse({ open: used.slice(-1), recent: recent.paths, changed: [] });
    return asked.map(({ path, typed }) => {
      const found = index.search({ query: typed, limit: places, inUse });
      return found.findIndex((one) => one.path === path) + 1;
    });
  });
}
