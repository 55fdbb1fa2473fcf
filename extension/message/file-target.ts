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

/** Every file that parts point at, those inside what a command became included, under the keys of their snapshots. */
export function fileTargetsOf(parts: readonly Part[]): { key: string; target: FileTarget }[] {
  return parts.flatMap((part, index) => {
    const within = part.type === "command" ? (part.result_parts ?? []) : [];
    const nested = within.map((result, at) => [snapshotKey(index, at), result] as const);
    return [[snapshotKey(index), part] as const, ...nested].flatMap(([key, pointing]) => {
      const target = fileTargetOf(pointing);
      return target === undefined ? [] : [{ key, target }];
    });
  });
}

/** `2` for the third part, `0.1` for the second part of what the first, a command, became. */
export function snapshotKey(index: number, within?: number): string {
  return within === undefined ? String(index) : `${index}.${within}`;
}

/** Two targets with one key are the same slice of the same file. */
export function targetKey({ path, range }: FileTarget): string {
  return JSON.stringify([path, range ?? null]);
}

function target(path: string, range: Range | undefined): FileTarget {
  return range === undefined ? { path } : { path, range };
}
