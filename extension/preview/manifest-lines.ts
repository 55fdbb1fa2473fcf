// The account of a request in a few lines, as the head of a text that shows the request.
import type { Manifest } from "../message/manifest.ts";
import { compact } from "../text/counted.ts";
import * as words from "./words.ts";

export function manifestLines({
  layers,
  tools,
  history,
  pinned,
  task,
  elided,
  dropped,
  estimate,
  limit,
}: Manifest): string[] {
  const cost = (name: string, tokens: number): string => words.costs(name, compact(tokens));
  return [
    words.estimated(compact(estimate), compact(limit)),
    ...listed(
      words.layersLine,
      layers.map(({ id, tokens }) => cost(id, tokens)),
    ),
    ...(tools === undefined ? [] : [words.toolsLine(cost(String(tools.count), tools.tokens))]),
    words.historyLine(cost(words.messages(history.messages), history.tokens)),
    ...listed(
      words.pinnedLine,
      pinned.map(({ id, tokens, state }) => words.inState(cost(id, tokens), state)),
    ),
    ...listed(
      words.taskLine,
      task.map(({ part, tokens, lowered_as }) => words.inState(cost(part, tokens), lowered_as)),
    ),
    ...[...elided, ...dropped].map(({ what, why }) => words.leftOutLine(what, why)),
  ];
}

function listed(line: (all: string) => string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [line(entries.join(", "))];
}
