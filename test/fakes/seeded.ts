// Chance that comes out the same every time.

export interface Seeded {
  below: (limit: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** Marsaglia's xorshift: quick, and good enough to choose test data. */
export function seeded(seed: number): Seeded {
  let state = seed | 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  };
  return { below, pick };
}

export function shuffled<Item>(items: readonly Item[], { below }: Seeded): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    const [one, two] = [all[at], all[other]];
    if (one !== undefined && two !== undefined) [all[at], all[other]] = [two, one];
  }
  return all;
}
