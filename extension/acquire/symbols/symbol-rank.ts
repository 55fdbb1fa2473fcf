// Symbols in the order in which they are meant: the exact name first, and sources before tests.
import { EXACT, matchText } from "../../text/paths/fuzzy.ts";
import { isTest } from "../../text/paths/path-score.ts";

interface Ranked<Named> {
  symbol: Named;
  /** The matched positions in its name. */
  at: number[];
  isExact: boolean;
}

/** Best first, without symbols that do not match. */
export function rankNames<Named extends { name: string; path: string }>(
  symbols: readonly Named[],
  query: string,
): Ranked<Named>[] {
  const matched = symbols.flatMap((symbol) => {
    // Symbol providers append the parameters of a function to its name.
    const match = matchText(symbol.name.replace(/\(.*$/s, ""), query);
    return match === undefined ? [] : [{ symbol, ...match, isTest: isTest(symbol.path) }];
  });
  matched.sort((a, b) => b.score - a.score || Number(a.isTest) - Number(b.isTest));
  return matched.map(({ symbol, at, score }) => ({ symbol, at, isExact: score >= EXACT }));
}
