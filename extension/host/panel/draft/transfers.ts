// Receives files from the panel in pieces: collects each in a temporary file, and stores it when it is complete.
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileKind } from "../../../disk/kind.ts";
import { mayBeText, recode } from "../../../disk/attached/recode.ts";
import type { Decoding } from "../../../text/decode-text.ts";
import type { FileAttachment } from "../../../message/part.ts";
import { storeFile, UNFINISHED_FILE } from "../../../persist/contents/blobs.ts";
import type { Store } from "../../../persist/database/store.ts";
import { ATTACH_BYTES, type FileChunk } from "../../../protocol/file-chunk.ts";
import * as words from "../words.ts";

/** Smaller files stay in the part itself: see `storeAttachments`. */
export const DRAFT_INLINE_BYTES = 64 * 1024;

type Scaled = NonNullable<FileAttachment["scaled"]>;

export type Taken = { state: "more" } | { state: "copied" } | { state: "whole"; part: FileAttachment };

interface Transfer {
  folder: string;
  kind: FileKind;
  received: number;
}

export class Transfers {
  readonly #store: Store;
  readonly #decoding: () => Promise<Decoding>;
  readonly #running = new Map<string, Transfer>();
  readonly #copies = new Map<string, Scaled>();
  /** Counts pages: pieces from an earlier page are refused. */
  #page = 0;

  /** `decoding` is for files without a path. */
  constructor(store: Store, decoding: () => Promise<Decoding>) {
    this.#store = store;
    this.#decoding = decoding;
  }

  /** Pieces arrive in order. Throws and ends the transfer if one does not. */
  async take(chunk: FileChunk): Promise<Taken> {
    const { name, size, transfer: id, bytes, offset } = chunk;
    const page = this.#page;
    let running = this.#running.get(id);
    if (running === undefined) {
      const { HEAD_BYTES, kindOf } = await import("../../../disk/kind.ts");
      const kind = await kindOf(bytes.subarray(0, HEAD_BYTES), name);
      // Only describe a file that is too large.
      if (size > ATTACH_BYTES)
        return { state: "whole", part: { type: "file-attachment", name, mime: kind.mime, size } };
      running = { folder: await this.#newFolder(), kind, received: 0 };
      this.#running.set(id, running);
    }
    try {
      if (offset !== running.received || page !== this.#page) throw new Error(words.notAdded(name));
      await append(join(running.folder, "bytes"), bytes);
      running.received += bytes.length;
      if (running.received < size) return { state: "more" };
      return await this.#finish(chunk, running);
    } catch (error) {
      await this.#end(id);
      throw error;
    }
  }

  /** In the folder of the store, whose sweep removes what a killed process leaves behind. */
  async #newFolder(): Promise<string> {
    const { folder, readOnly } = this.#store;
    if (readOnly) return mkdtemp(join(tmpdir(), "galley-"));
    await mkdir(folder, { recursive: true });
    return mkdtemp(join(folder, UNFINISHED_FILE));
  }

  /** The page has closed. Deletes synchronously, because the window may be closing too. */
  clear(): void {
    this.#page += 1;
    for (const { folder } of this.#running.values()) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    this.#running.clear();
    this.#copies.clear();
  }

  async #finish(chunk: FileChunk, { folder, kind, received }: Transfer): Promise<Taken> {
    const file = join(folder, "bytes");
    const { mime } = kind;
    if (chunk.copy !== undefined) {
      const stored = await storeFile(this.#store, file, mime);
      this.#copies.set(chunk.transfer, { ...stored, mime, ...chunk.copy });
      await this.#end(chunk.transfer);
      return { state: "copied" };
    }
    const copy = chunk.scaled === undefined ? undefined : this.#copies.get(chunk.scaled);
    if (chunk.scaled !== undefined) this.#copies.delete(chunk.scaled);
    const content = await this.#keep(file, kind, received);
    await this.#end(chunk.transfer);
    const part = { type: "file-attachment", name: chunk.name, ...content } as const;
    return { state: "whole", part: copy === undefined ? part : { ...part, scaled: copy } };
  }

  async #keep(file: string, kind: FileKind, size: number): Promise<Omit<FileAttachment, "type" | "name">> {
    const recoded = mayBeText(kind, size)
      ? await recode(await readFile(file), kind, await this.#decoding())
      : undefined;
    const mime = recoded?.mime ?? kind.mime;
    if (recoded !== undefined) await writeFile(file, recoded.bytes);
    const bytes = recoded?.bytes.length ?? size;
    return bytes > DRAFT_INLINE_BYTES
      ? { mime, size: bytes, content_id: (await storeFile(this.#store, file, mime)).content_id }
      : { mime, size: bytes, data: (await readFile(file)).toString("base64") };
  }

  async #end(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    if (running !== undefined) await rm(running.folder, { recursive: true, force: true });
  }
}

async function append(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "a");
  try {
    await file.write(bytes);
  } finally {
    await file.close();
  }
}
