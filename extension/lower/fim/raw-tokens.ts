// The hole without tokens of the model's own in its text: sent raw, they would be read as the end of it.
import type { Warning } from "../lowered.ts";
import * as words from "../words.ts";
import type { Hole } from "./hole.ts";

/** What lies beyond such a token, seen from the caret, stays out. */
export function withoutRawTokens(hole: Hole, tokens: readonly string[]): { hole: Hole; warnings: Warning[] } {
  const from = Math.max(0, ...tokens.map((token) => endOfLast(hole.prefix, token)));
  const firsts = tokens.map((token) => hole.suffix.indexOf(token)).filter((at) => at !== -1);
  const to = Math.min(hole.suffix.length, ...firsts);
  const snippets = hole.snippets.filter(({ text }) => !tokens.some((token) => text.includes(token)));
  const isWhole = from === 0 && to === hole.suffix.length;
  const why = words.rawTokens;
  const warnings = [
    ...(isWhole ? [] : [{ what: hole.path, why }]),
    ...hole.snippets.filter((one) => !snippets.includes(one)).map(({ path }) => ({ what: path, why })),
  ];
  return { hole: { ...hole, prefix: hole.prefix.slice(from), suffix: hole.suffix.slice(0, to), snippets }, warnings };
}

function endOfLast(text: string, token: string): number {
  const at = text.lastIndexOf(token);
  return at === -1 ? 0 : at + token.length;
}
