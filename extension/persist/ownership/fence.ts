// The store that a turn writes to: every write checks, in its own transaction, that the turn still belongs to its claim.
import type { Store } from "../database/store.ts";
import * as words from "../words.ts";

/** A write throws this after another window has claimed the turn. Nothing of the write is stored. */
export class TurnLost extends Error {
  constructor() {
    super(words.takenOver);
  }
}

const behind = new WeakMap<Store, Store>();

/** Reads are not fenced. `isOurs` is asked inside the transaction, so no other window comes between it and the write. */
export function fencedStore(store: Store, isOurs: () => boolean): Store {
  let isInside = false;
  const transaction = <Result>(work: () => Result): Result =>
    store.transaction(() => {
      if (!isOurs()) throw new TurnLost();
      isInside = true;
      try {
        return work();
      } finally {
        isInside = false;
      }
    });
  const fenced: Store = {
    ...store,
    run: (sql, ...values) => (isInside ? store.run(sql, ...values) : transaction(() => store.run(sql, ...values))),
    transaction,
  };
  behind.set(fenced, store);
  return fenced;
}

/** The store behind the fence, the same for every turn: caches by store use this one. */
export function unfenced(store: Store): Store {
  return behind.get(store) ?? store;
}
