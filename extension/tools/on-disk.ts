// Which tools a window offers by where its folders are: those that work on disk need a folder there.
import type { Tool } from "./tool.ts";

const ON_DISK: ReadonlySet<string> = new Set(["write", "edit", "glob", "grep", "bash"]);

/** Without any folder all are offered: they take absolute paths then. */
export function offeredIn(folders: readonly { path: string | undefined }[], tools: readonly Tool[]): readonly Tool[] {
  const isElsewhere = folders.length > 0 && folders.every(({ path }) => path === undefined);
  return isElsewhere ? tools.filter(({ name }) => !ON_DISK.has(name)) : tools;
}

/** The tools that read also where a folder is not on disk come from `reading`, the others from `tools`. */
export function readingElsewhere(tools: readonly Tool[], reading: readonly Tool[]): Tool[] {
  const readers = new Map(reading.filter(({ name }) => READERS.has(name)).map((tool) => [tool.name, tool]));
  return tools.map((tool) => readers.get(tool.name) ?? tool);
}

const READERS: ReadonlySet<string> = new Set(["read", "view_image", "read_pdf"]);
