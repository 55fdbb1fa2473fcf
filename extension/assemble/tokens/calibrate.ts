// What a provider counted corrects what was estimated: a little each time, most where most of the request was, never far.
import { CONTENT_CLASSES, type ContentClass, type Measured, seedRatios } from "./estimate.ts";

/** How much of a difference is believed at once. */
const BELIEF = 0.6;
/** Limits the effect of one answer: providers may count tools, hidden text and images in unknown ways. */
const MOST_AT_ONCE = 1.6;
/** And never further from the table than this. */
const MOST_IN_ALL = 3;

export type Ratios = Partial<Record<ContentClass, number>>;

/** `estimate` is what was expected with `ratios`, `counted` what the provider says; the ratios to expect with from now on. */
export function corrected(
  ratios: Ratios,
  request: readonly Measured[],
  { estimate, counted }: { estimate: number; counted: number },
): Ratios {
  if (estimate <= 0 || counted <= 0) return ratios;
  const off = Math.min(MOST_AT_ONCE, Math.max(1 / MOST_AT_ONCE, counted / estimate));
  const shares = new Map<ContentClass, number>();
  for (const { content, tokens } of request)
    if (content !== "media") shares.set(content, (shares.get(content) ?? 0) + tokens);
  const most = Math.max(...shares.values(), 1);
  const next: Ratios = { ...ratios };
  for (const content of CONTENT_CLASSES) {
    const share = (shares.get(content) ?? 0) / most;
    if (share === 0) continue;
    const seed = seedRatios[content];
    const ratio = (ratios[content] ?? seed) / off ** (BELIEF * share);
    next[content] = Math.min(seed * MOST_IN_ALL, Math.max(seed / MOST_IN_ALL, ratio));
  }
  return next;
}
