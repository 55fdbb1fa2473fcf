// Filters the known suggestions by the typed query, until the host answers.
import { matchText } from "../../extension/text/paths/fuzzy.ts";
import { matchPath, NOT_IN_USE } from "../../extension/text/paths/path-score.ts";
import { pathSuggestion } from "../../extension/text/paths/path-suggestion.ts";
import type { Suggestion } from "../../extension/protocol/suggest.ts";

/** Keeps the order. */
export function narrow(items: readonly Suggestion[], query: string): Suggestion[] {
  return items.flatMap((item) => matched(item, query).map((found) => found.item));
}

/** A match that needs the detail ranks below every match of the name. */
const WHOLE_PATH = -2000;

/** One match or none. Matches paths as the host does. */
export function matched(item: Suggestion, typed: string): { item: Suggestion; score: number }[] {
  const query = typed.trim();
  if (item.kind === "file" || item.kind === "folder") return matchedPath(item, query);
  const name = matchText(item.name, query);
  if (name !== undefined) return [{ item: { ...item, name_at: name.at, detail_at: [] }, score: name.score }];
  if (item.kind === "symbol") return [];
  const whole = matchText(`${item.detail}/${item.name}`, query);
  if (whole === undefined) return [];
  const start = item.detail.length + 1;
  const name_at = whole.at.filter((at) => at >= start).map((at) => at - start);
  const detail_at = whole.at.filter((at) => at < start - 1);
  return [{ item: { ...item, name_at, detail_at }, score: WHOLE_PATH + whole.score }];
}

function matchedPath(item: Suggestion, query: string): { item: Suggestion; score: number }[] {
  const path = item.detail === "" ? item.name : `${item.detail}/${item.name}`;
  const isFolder = item.kind === "folder";
  const match = matchPath({ path, isFolder }, query, NOT_IN_USE);
  if (match === undefined) return [];
  const { name_at, detail_at } = pathSuggestion({ path, isFolder, at: match.at });
  return [{ item: { ...item, name_at, detail_at }, score: match.score }];
}
