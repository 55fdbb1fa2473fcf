// A typed place: a name or a path, and the lines behind it if there are any.
import type { LineRange } from "../message/range.ts";

export interface Place {
  query: string;
  range?: LineRange;
}

/** `name:10`, `name:10-25`, `name#L10-25`, `name#L10-L25`. Lines that cannot be, such as 25-10, are not a range. */
export function parsePlace(typed: string): Place {
  const found = /^(?<query>.+?)(?::|#L?)(?<lines>(?<start>\d{1,7})?(?:-L?(?<end>\d{1,7})?)?)$/.exec(typed)?.groups;
  if (found?.["query"] === undefined) return { query: typed };
  const { query } = found;
  const start = Number(found["start"] ?? 0);
  const end = Number(found["end"] ?? start);
  return start >= 1 && start <= end ? { query, range: { start, end } } : { query };
}
