// What came of completions, counted for each model: shown, accepted, and what of it was still there later.
import * as z from "zod/mini";

const Count = z._default(z.int().check(z.gte(0)), 0);

const Counts = z.object({
  shown: Count,
  accepted: Count,
  /** Accepted texts that were looked at after 30 seconds, and those that were there. */
  looked30: Count,
  there30: Count,
  /** After five minutes. */
  looked300: Count,
  there300: Count,
});
export type Counts = z.infer<typeof Counts>;

const Statistics = z.record(z.string(), Counts);
export type Statistics = z.infer<typeof Statistics>;

export type Counted = keyof Counts;

const NONE: Counts = { shown: 0, accepted: 0, looked30: 0, there30: 0, looked300: 0, there300: 0 };

/** What cannot be read counts as nothing. */
export function parseStatistics(raw: unknown): Statistics {
  return Statistics.safeParse(raw).data ?? {};
}

/** By `provider/model`. */
export function counting(all: Statistics, model: string, ...counted: readonly Counted[]): Statistics {
  const before = Object.hasOwn(all, model) ? all[model] : undefined;
  const counts = { ...(before ?? NONE) };
  for (const one of counted) counts[one] += 1;
  return { ...all, [model]: counts };
}

/** Two windows count into one table: what one has counted is added to what stands there. */
export function sum(one: Statistics, other: Statistics): Statistics {
  const models = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(models.map((model) => [model, added(one[model] ?? NONE, other[model] ?? NONE)]));
}

function added(one: Counts, other: Counts): Counts {
  return {
    shown: one.shown + other.shown,
    accepted: one.accepted + other.accepted,
    looked30: one.looked30 + other.looked30,
    there30: one.there30 + other.there30,
    looked300: one.looked300 + other.looked300,
    there300: one.there300 + other.there300,
  };
}
