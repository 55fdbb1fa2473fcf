// The file a part points at, for those who read files and those who look up what was read.
import type { Part } from "./part.ts";
import type { Range } from "./range.ts";

export interface FileTarget {
  path: string;
  range?: Range;
}

export function fileTargetOf(part: Part): FileTarget | undefined {
  switch (part.type) {
    case "file-ref":
      return part.ref.kind === "path" ? target(part.ref.path, part.ref.range) : undefined;
    case "mention":
      return part.target.kind === "file" ? target(part.target.path, part.target.range) : undefined;
    case "text":
    case "file-attachment":
    case "command":
    case "editor-context":
    case "skill-invocation":
    case "unknown":
      return undefined;
    default:
      return part satisfies never;
  }
}

/** Two targets with one key are the same slice of the same file. */
export function targetKey({ path, range }: FileTarget): string {
  return JSON.stringify([path, range ?? null]);
}

function target(path: string, range: Range | undefined): FileTarget {
  return range === undefined ? { path } : { path, range };
}
