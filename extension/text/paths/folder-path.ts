// Which workspace folder a relative path means: one answer for messages and tools, whether or not the folder is on disk.

/** With several folders, a path begins with the name of its folder. Any other path is in the first folder. */
export function meantFolder<Folder extends { name: string }>(
  folders: readonly Folder[],
  path: string,
): { folder: Folder; inside: string; isNamed: boolean } | undefined {
  const [first = "", ...rest] = path.split("/");
  const named = folders.length > 1 ? folders.find(({ name }) => name === first) : undefined;
  if (named !== undefined) return { folder: named, inside: rest.join("/"), isNamed: true };
  const [top] = folders;
  return top && { folder: top, inside: path, isNamed: false };
}

/** The inverse. Empty for the only folder itself. */
export function pathInFolder(folders: readonly unknown[], { name }: { name: string }, inside: string): string {
  if (folders.length <= 1) return inside;
  return inside === "" ? name : `${name}/${inside}`;
}
