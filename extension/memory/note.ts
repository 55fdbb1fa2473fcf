// Saves text the user did not name as a memory under the first free name.
import type { Scope } from "./entry.ts";
import { descriptionFrom, nameFrom } from "./named.ts";
import type { Done, MemoryStore } from "./store.ts";
import * as words from "./words.ts";

const MOST_TRIES = 100;

/** Never rejects, and never replaces another memory. */
export async function keepNote(
  store: MemoryStore,
  scope: Scope,
  text: string,
): Promise<Done<{ name: string; path: string; text: string }>> {
  const body = text.trim();
  const first = nameFrom(body);
  for (let count = 1; count <= MOST_TRIES; count += 1) {
    const name = count === 1 ? first : `${first}-${count}`;
    const memory = { scope, name, description: descriptionFrom(body), type: scope, body };
    const done = await store.write(memory, undefined);
    if (done.ok) return { ok: true, value: { name, path: done.value.path, text: done.value.text } };
    if (done.failure.isTaken !== true) return done;
  }
  return { ok: false, failure: { reason: words.manyAlike(MOST_TRIES, first) } };
}
