// Mentions of contexts and resources become their content, which the message keeps under the place of each mention.
import type { Facts } from "../acquire/facts.ts";
import { type FileTarget, fileTargetOf, snapshotKey } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import { lookupName, type Resolved, withinResolved } from "../message/resolved.ts";

/** `known` holds what mentions stood for when the message was written: those are not looked up again. */
export function resolveMentions(
  parts: readonly Part[],
  facts: Facts,
  known: Readonly<Record<string, Resolved>>,
): Record<string, Resolved> {
  const resolved: Record<string, Resolved> = {};
  for (const { key, name } of mentionsIn(parts)) {
    const found = known[key] ?? facts.contexts.get(name);
    if (found !== undefined) resolved[key] = found;
  }
  return resolved;
}

function mentionsIn(parts: readonly Part[]): { key: string; name: string }[] {
  return parts.flatMap((part, index) => {
    const within = part.type === "command" ? (part.result_parts ?? []) : [];
    const nested = within.map((result, at) => [snapshotKey(index, at), result] as const);
    return [[snapshotKey(index), part] as const, ...nested].flatMap(([key, mention]) => {
      const name = lookupName(mention);
      return name === undefined ? [] : [{ key, name }];
    });
  });
}

/** The files among what mentions stood for, under the keys of their snapshots. */
export function resolvedFiles(resolved: Readonly<Record<string, Resolved>>): { key: string; target: FileTarget }[] {
  return Object.entries(resolved).flatMap(([key, { parts }]) =>
    parts.flatMap((part, index) => {
      const target = fileTargetOf(part);
      return target === undefined ? [] : [{ key: withinResolved(key, index), target }];
    }),
  );
}
