// Names of files, short but different: of two files of one name, as much of the folders as tells them apart.

/** By path: `index.ts` alone, `net/index.ts` and `ui/index.ts` where there are two. Equal paths have equal names. */
export function tellApart(paths: readonly string[]): Map<string, string> {
  const all = [...new Set(paths)];
  return new Map(all.map((path) => [path, shortest(path, all)]));
}

function shortest(path: string, all: readonly string[]): string {
  const own = namesIn(path);
  const others = all.filter((other) => other !== path).map(namesIn);
  for (let count = 1; count < own.length; count += 1) {
    const end = own.slice(-count).join("/");
    if (others.every((other) => other.slice(-count).join("/") !== end)) return end;
  }
  return own.join("/") || path;
}

function namesIn(path: string): string[] {
  return path.split("/").filter((name) => name !== "");
}
