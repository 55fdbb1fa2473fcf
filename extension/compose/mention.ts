// Mentions of contexts and resources become their content, which the message keeps under the place of each mention.
import type { Facts } from "../acquire/facts.ts";
import { type FileTarget, fileTargetOf, snapshotKey } from "../message/file-target.ts";
import type { Part } from "../message/part.ts";
import { lookupName, type Resolved, withinResolved } from "../message/resolved.ts";
import { type SymbolFact, symbolKey, symbolOf } from "../message/symbol-fact.ts";

/** `known` holds what mentions stood for when the message was written: those are not looked up again. */
export function resolveMentions(
  parts: readonly Part[],
  facts: Facts,
  known: Readonly<Record<string, Resolved>>,
): Record<string, Resolved> {
  const resolved: Record<string, Resolved> = {};
  for (const [key, part] of withKeys(parts)) {
    const name = lookupName(part);
    const found = name === undefined ? undefined : (known[key] ?? facts.contexts.get(name));
    if (found !== undefined) resolved[key] = found;
  }
  return resolved;
}

/** Where the mentioned symbols are now, under the places of their mentions. */
export function resolveSymbols(parts: readonly Part[], facts: Facts): Record<string, SymbolFact> {
  return Object.fromEntries(
    withKeys(parts).flatMap(([key, part]) => {
      const target = symbolOf(part);
      const fact = target && facts.symbols.get(symbolKey(target));
      return fact === undefined ? [] : [[key, fact]];
    }),
  );
}

function withKeys(parts: readonly Part[]): [string, Part][] {
  return parts.flatMap((part, index): [string, Part][] => {
    const within = part.type === "command" ? (part.result_parts ?? []) : [];
    return [
      [snapshotKey(index), part],
      ...within.map((result, at): [string, Part] => [snapshotKey(index, at), result]),
    ];
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
