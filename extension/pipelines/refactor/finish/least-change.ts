// Where two texts differ: what both begin and end with is left out.

export interface LeastChange {
  /** Of the old text. */
  from: number;
  to: number;
  text: string;
}

/** A sign of two halves and a line end of two signs stay whole. */
export function leastChange(old: string, fresh: string): LeastChange {
  const most = Math.min(old.length, fresh.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head] === fresh[head]) head += 1;
  if (/[\r\uD800-\uDBFF]/.test(old[head - 1] ?? "")) head -= 1;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const first = tail === 0 ? "" : (old.at(-tail) ?? "");
  const isOfTwo = first === "\n" && [old.at(-1 - tail), fresh.at(-1 - tail)].includes("\r");
  if (isOfTwo || /[\uDC00-\uDFFF]/.test(first)) tail -= 1;
  return { from: head, to: old.length - tail, text: fresh.slice(head, fresh.length - tail) };
}
