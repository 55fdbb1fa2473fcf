// Content-addressed contents: stored once however often they are sent, small ones in the database, large ones as files.
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import { renameOverSync } from "../../disk/write/rename-over.ts";
import type { Store } from "../database/store.ts";

/** The sha256 of the bytes, in hex; of a text, those of its UTF-8. */
export function contentId(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

export interface StoredBlob {
  content_id: string;
  size: number;
}

export function saveContent(store: Store, id: string, text: string): void {
  saveBytes(store, { content_id: id, mime: "text/plain", bytes: Buffer.from(text) });
}

/** Larger content is stored in a file, not in a row. */
const ROW_BYTES = 1 << 20;

/** Whether content of this size is stored in a separate file. */
export function isLargeContent(bytes: number): boolean {
  return bytes > ROW_BYTES;
}

/** Within a transaction, for contents that are in memory already. Large ones are better streamed. */
export function saveBytes(
  store: Store,
  { content_id, mime, bytes }: { content_id: string; mime: string; bytes: Uint8Array },
): void {
  const isLarge = isLargeContent(bytes.length);
  if (isLarge) {
    mkdirSync(blobFolder(store), { recursive: true });
    const unfinished = unfinishedFile(store);
    try {
      writeFileSync(unfinished, bytes, { flush: true });
      renameOverSync(unfinished, join(blobFolder(store), content_id));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }
  store.run(
    "INSERT INTO blobs (content_id, mime, size, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET unnamed_since = NULL",
    content_id,
    mime,
    bytes.length,
    isLarge ? null : bytes,
  );
}

/** Streams a file into the blob folder. It is whole there, under its digest, before the database names it. */
export async function storeFile(store: Store, path: string, mime: string): Promise<StoredBlob> {
  return storeStream(store, () => createReadStream(path), mime);
}

/** The same for bytes that are in memory already. */
export async function storeBytes(store: Store, bytes: Uint8Array, mime: string): Promise<StoredBlob> {
  return storeStream(store, () => slices(bytes), mime);
}

/** Opens the source only once it has a listener: a stream that fails without one ends the process. */
async function storeStream(
  store: Store,
  open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mime: string,
): Promise<StoredBlob> {
  const folder = blobFolder(store);
  await mkdir(folder, { recursive: true });
  const unfinished = unfinishedFile(store);
  const hash = createHash("sha256");
  let size = 0;
  const digest = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(open(), digest, createWriteStream(unfinished, { flush: true }));
    const content_id = hash.digest("hex");
    // In one transaction: a sweep that found an old file of this name without a row cannot come between.
    store.transaction(() => {
      renameOverSync(unfinished, join(folder, content_id));
      store.run(
        "INSERT INTO blobs (content_id, mime, size) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET unnamed_since = NULL",
        content_id,
        mime,
        size,
      );
    });
    return { content_id, size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** How the names of files begin that a kill may leave behind. */
export const UNFINISHED_FILE = "unfinished-";

let unfinishedCount = 0;

function unfinishedFile(store: Store): string {
  return join(blobFolder(store), `${UNFINISHED_FILE}${process.pid}-${++unfinishedCount}`);
}

const SLICE_BYTES = 1 << 20;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

const Row = z.object({ mime: z.string(), size: z.int(), bytes: z.nullable(z.instanceof(Uint8Array)) });

export interface Blob {
  mime: string;
  size: number;
  bytes: Uint8Array;
}

/** `undefined` if the content was never stored or its file is missing. */
export function loadBlob(store: Store, id: string): Blob | undefined {
  const found = store.get("SELECT mime, size, bytes FROM blobs WHERE content_id = ?", id);
  if (found === undefined) return undefined;
  const { mime, size, bytes } = Row.parse(found);
  if (bytes !== null) return { mime, size, bytes };
  try {
    return { mime, size, bytes: readFileSync(blobFile(store, id)) };
  } catch {
    // The file is missing; the caller says what that means.
    return undefined;
  }
}

const Found = z.object({ mime: z.string(), size: z.int(), inside: z.number() });

/** What `loadBlob` would find, without reading its bytes. */
export function findBlob(store: Store, id: string): Omit<Blob, "bytes"> | undefined {
  const found = store.get("SELECT mime, size, bytes IS NOT NULL AS inside FROM blobs WHERE content_id = ?", id);
  if (found === undefined) return undefined;
  const { mime, size, inside } = Found.parse(found);
  return inside === 1 || existsSync(blobFile(store, id)) ? { mime, size } : undefined;
}

export function loadContent(store: Store, id: string): string | undefined {
  const blob = loadBlob(store, id);
  return blob && Buffer.from(blob.bytes).toString("utf8");
}

/** The path of large content, if it is stored. */
export function blobFile(store: Store, id: string): string {
  return join(blobFolder(store), id);
}

export function blobFolder(store: Store): string {
  return join(store.folder, "blobs");
}
