// Looks a mentioned symbol up again among the symbols that its file has now.
import type { LineRange } from "../../message/range.ts";
import type { SymbolFact, SymbolTarget } from "../../message/symbol-fact.ts";
import type { SymbolNode } from "./symbol.ts";
import * as words from "../words.ts";

/** The symbols of a file now, or why they are not known. */
export type SymbolsRead =
  | { state: "read"; symbols: readonly SymbolNode[] }
  | { state: "gone"; reason: string }
  | { state: "unchecked"; reason: string };

export function findSymbol(read: SymbolsRead, { name, range }: SymbolTarget): SymbolFact {
  if (read.state !== "read") return read;
  const found = named(read.symbols, plainName(name), "").sort((a, b) => distance(a, range) - distance(b, range))[0];
  return found === undefined ? { state: "gone", reason: words.symbolGone } : { state: "found", range: found };
}

/** A mention has the name alone or with what the symbol is in: `send`, `Uploader.send`. */
function named(symbols: readonly SymbolNode[], wanted: string, within: string): LineRange[] {
  return symbols.flatMap(({ name, range, children }) => {
    const plain = plainName(name);
    const full = `${within}${plain}`;
    const isWanted = plain === wanted || full === wanted || full.endsWith(`.${wanted}`);
    return [...(isWanted ? [range] : []), ...named(children, wanted, `${full}.`)];
  });
}

/** A list of the workspace may say `send()` or `send(int)` where the list of the file says `send`. */
function plainName(name: string): string {
  return name.replace(/(?<=\S)\s*\(.*$/s, "").trim();
}

/** Of several symbols with one name, the one that begins nearest to the old place is meant. */
function distance(one: LineRange, was: LineRange): number {
  return Math.abs(one.start - was.start) + Math.abs(one.end - was.end) / 1e7;
}
