// Smaller copies of referenced pictures that are larger than models take: made once for each content, and kept for a while.
import { imageSize } from "image-size";
import type { FileRead, ScaledPicture } from "../../acquire/facts.ts";
import { LONGEST_EDGE, MOST_ENCODED_BYTES } from "../../message/picture.ts";
import { type Pixels, pixelsOf } from "../../text/pixels.ts";

/** A picture as base64. */
export interface EncodedPicture {
  mime: string;
  data: string;
}

export interface CopyPorts {
  /** `undefined` if nothing here can make a smaller copy now. */
  shrink: (picture: EncodedPicture) => Promise<EncodedPicture | undefined>;
  digest: (text: string) => string;
}

/** A copy has at most 5 MB. */
const MOST_COPIES = 16;

export class SmallerCopies {
  readonly #ports: CopyPorts;
  /** By the digest of the original: a picture that changes has another. */
  readonly #copies = new Map<string, Promise<ScaledPicture | undefined>>();
  /** What was read of an unchanged file is the same object: it is not hashed again. */
  readonly #digests = new WeakMap<object, string>();

  constructor(ports: CopyPorts) {
    this.#ports = ports;
  }

  /** Adds the copy to what was read of a file. Everything but a large picture stays as it is. `id`: its digest, if known. */
  async withCopy(read: FileRead, id?: string): Promise<FileRead> {
    if (read.state !== "binary" || read.media === undefined || !isLarge(read.media)) return read;
    const scaled = await this.#copyOf(read.media, id);
    return scaled === undefined ? read : { ...read, scaled };
  }

  #copyOf(picture: EncodedPicture, known: string | undefined): Promise<ScaledPicture | undefined> {
    const id = known ?? this.#digests.get(picture) ?? this.#ports.digest(picture.data);
    this.#digests.set(picture, id);
    const copy = this.#copies.get(id) ?? this.#make(id, picture);
    this.#copies.delete(id);
    this.#copies.set(id, copy);
    const [oldest] = this.#copies.keys();
    if (this.#copies.size > MOST_COPIES && oldest !== undefined) this.#copies.delete(oldest);
    return copy;
  }

  async #make(id: string, picture: EncodedPicture): Promise<ScaledPicture | undefined> {
    // A picture that cannot be made smaller goes as it is, and the wire says what it does not take.
    const made = await this.#ports.shrink(picture).catch(() => undefined);
    const pixels = made === undefined ? undefined : sizeOf(made);
    if (made !== undefined && pixels !== undefined && !isLarge(made)) return { ...made, ...pixels };
    // Another time there may be a page that can.
    this.#copies.delete(id);
    return undefined;
  }
}

/** By what providers count: the base64, and the longer edge. */
function isLarge(picture: EncodedPicture): boolean {
  if (!picture.mime.startsWith("image/")) return false;
  if (picture.data.length > MOST_ENCODED_BYTES) return true;
  const { width, height } = sizeOf(picture) ?? { width: 0, height: 0 };
  return Math.max(width, height) > LONGEST_EDGE;
}

/** Measured in the bytes themselves. */
function sizeOf({ data }: EncodedPicture): Pixels | undefined {
  return pixelsOf(data, imageSize, false);
}
