// A store as a turn writes to it: every write looks, in its own transaction, whether the turn is still this claim's.
import type { Store } from "./database/store.ts";

/** What a write throws after another window has claimed the turn: nothing of it is stored. */
export class TurnLost extends Error {
  constructor() {
    super("another window has taken over this conversation");
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

/** The same store for every turn: what is remembered of a store is remembered of this one. */
export function unfenced(store: Store): Store {
  return behind.get(store) ?? store;
}
