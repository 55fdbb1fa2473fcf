// A list of files as context: their paths, with one reason each, so that the model can read those it needs.
import type { Resolved } from "../../message/resolved.ts";
import { context, nothing } from "../context.ts";
import { cutList } from "../cut.ts";
import * as words from "../words.ts";

export interface NearFile {
  path: string;
  /** A folder's path is shown with a slash. */
  isFolder?: boolean;
  reason?: string;
}

const MOST = { recent: 30, folder: 100, related: 30 };

/** `source` is the file or the folder that they are near to. */
export function nearContext(
  kind: "recent" | "folder" | "related",
  files: readonly NearFile[],
  now: number,
  source?: string,
): Resolved {
  if (files.length === 0) return nothing(words.noFiles[kind]);
  const { items, left_out } = cutList(files, MOST[kind], words.moreFiles);
  const lines = items.map(({ path, isFolder = false, reason }) => {
    const name = isFolder ? `${path}/` : path;
    return reason === undefined ? name : `${name} (${reason})`;
  });
  return context(kind, { files: lines, ...(left_out !== undefined && { left_out }) }, now, source);
}
