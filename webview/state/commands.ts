// The commands a typed slash offers, from the catalog the host sent.
import { matchText } from "../../extension/text/paths/fuzzy.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";

/** In the catalog's order for an empty query, otherwise the best match first. */
export function findCommands(catalog: readonly CommandSpec[], query: string): Suggestion[] {
  const matched = catalog.flatMap((spec) => {
    const match = matchText(spec.id.slice(1), query);
    return match === undefined ? [] : [{ spec, match }];
  });
  matched.sort((a, b) => b.match.score - a.match.score);
  return matched.map(({ spec, match }) => toSuggestion(spec, match.at));
}

function toSuggestion(spec: CommandSpec, at: readonly number[]): Suggestion {
  return {
    key: spec.id,
    kind: "command",
    name: spec.id,
    detail: argumentHints(spec),
    name_at: at.map((position) => position + 1),
    detail_at: [],
    part: { type: "command", id: spec.id, args: { raw: "", positional: [], named: {} } },
  };
}

/** "<file> [depth]": required arguments in angle brackets, optional ones in square brackets. */
export function argumentHints(spec: CommandSpec): string {
  return spec.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(" ");
}

/** Whether the host may complete its arguments: those of a server's prompt, and paths. */
export function hasCompletions({ source, arguments: wanted }: CommandSpec): boolean {
  return source === "mcp" ? wanted.length > 0 : wanted.some(({ isPath }) => isPath === true);
}
