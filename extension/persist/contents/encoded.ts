// Stored contents as base64, kept by content id: a request does not read and encode every picture again.
import { readFile } from "node:fs/promises";
import { unfenced } from "../ownership/fence.ts";
import type { Store } from "../database/store.ts";
import { blobFile, loadBlob } from "./blobs.ts";

/** What a window keeps, in characters. More than any provider takes in one request. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** Names a content, and whether it is stored as base64 already, as the pictures of file references are. */
export interface EncodedName {
  id: string;
  isBase64: boolean;
}

/** The texts that were used last, within a limit of characters. */
export class EncodedTexts {
  readonly #most: number;
  readonly #texts = new Map<string, string>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    this.#texts.set(key, text);
    return text;
  }

  /** Whether it was kept: a text over the limit is not. */
  keep(key: string, text: string): boolean {
    if (text.length > this.#most || this.get(key) !== undefined) return text.length <= this.#most;
    this.#texts.set(key, text);
    this.#size += text.length;
    for (const [oldest, { length }] of this.#texts) {
      if (this.#size <= this.#most) break;
      this.#texts.delete(oldest);
      this.#size -= length;
    }
    return true;
  }
}

const kept = new WeakMap<Store, EncodedTexts>();

function textsOf(store: Store): EncodedTexts {
  const root = unfenced(store);
  const texts = kept.get(root) ?? new EncodedTexts(MOST_CHARACTERS);
  kept.set(root, texts);
  return texts;
}

/** `undefined` if the content was never stored or its file is missing. */
export function encoded(store: Store, name: EncodedName): string | undefined {
  const texts = textsOf(store);
  const known = texts.get(keyOf(name));
  if (known !== undefined) return known;
  const blob = loadBlob(store, name.id);
  const text = blob && toText(blob.bytes, name);
  if (text !== undefined) texts.keep(keyOf(name), text);
  return text;
}

/** Reads contents before they are needed, so that none is read while the editor waits. Stops at the limit. */
export async function encodeAhead(
  store: Store,
  names: Iterable<EncodedName>,
  pause: () => Promise<void>,
): Promise<void> {
  const texts = textsOf(store);
  let room = MOST_CHARACTERS;
  for (const name of names) {
    if (texts.get(keyOf(name)) === undefined) {
      // Small contents are in the database, not in a file.
      const bytes = await readFile(blobFile(store, name.id)).catch(() => loadBlob(store, name.id)?.bytes);
      if (bytes !== undefined) texts.keep(keyOf(name), toText(bytes, name));
      await pause();
    }
    room -= texts.get(keyOf(name))?.length ?? 0;
    if (room <= 0) return;
  }
}

function keyOf({ id, isBase64 }: EncodedName): string {
  return `${isBase64 ? "text" : "bytes"} ${id}`;
}

function toText(bytes: Uint8Array, { isBase64 }: EncodedName): string {
  const { buffer, byteOffset, byteLength } = bytes;
  return Buffer.from(buffer, byteOffset, byteLength).toString(isBase64 ? "latin1" : "base64");
}
