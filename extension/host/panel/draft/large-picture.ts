// Finds pictures that are too large for any model. Only the panel can scale them down.
import { LONGEST_EDGE, MOST_PICTURE_BYTES } from "../../../message/picture.ts";
import type { KnownPart } from "../../../message/part.ts";

export interface LargePicture {
  name: string;
  mime: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function largePicture(part: KnownPart): Promise<LargePicture | undefined> {
  if (part.type !== "file-attachment" || part.data === undefined || !part.mime.startsWith("image/")) return undefined;
  const { name, mime } = part;
  const bytes = new Uint8Array(Buffer.from(part.data, "base64"));
  return bytes.length > MOST_PICTURE_BYTES || (await edgeOf(bytes)) > LONGEST_EDGE ? { name, mime, bytes } : undefined;
}

/** The longer edge in pixels; 0 if the bytes are not a readable image. */
async function edgeOf(bytes: Uint8Array): Promise<number> {
  const { imageSize } = await import("image-size");
  try {
    const { width, height } = imageSize(bytes);
    return Math.max(width, height);
  } catch {
    // An image that cannot be read is not made smaller.
    return 0;
  }
}
