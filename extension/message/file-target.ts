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
  return pointingIn(parts).flatMap(({ key, part }) => {
    const target = fileTargetOf(part);
    return target === undefined ? [] : [{ key, target }];
  });
}

/** Every stored content that parts refer to, likewise. */
export function storedRefsOf(parts: readonly Part[]): { key: string; id: string }[] {
  return pointingIn(parts).flatMap(({ key, part }) =>
    part.type === "file-ref" && part.ref.kind === "content-id" ? [{ key, id: part.ref.id }] : [],
  );
}

function pointingIn(parts: readonly Part[]): { key: string; part: Part }[] {
  return parts.flatMap((part, index) => {
    const within = part.type === "command" ? (part.result_parts ?? []) : [];
    const nested = within.map((result, at) => ({ key: snapshotKey(index, at), part: result }));
    return [{ key: snapshotKey(index), part }, ...nested];
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

/** The key of a stored content among the targets. */
export function storedKey(contentId: string): string {
  return JSON.stringify({ content_id: contentId });
}

function target(path: string, range: Range | undefined): FileTarget {
  return range === undefined ? { path } : { path, range };
}
