// Makes a smaller copy of a picture that is too large for models. Loaded when a picture is attached.
import { LONGEST_EDGE, MOST_PICTURE_BYTES } from "../../extension/message/picture.ts";

export interface Shrunk {
  blob: Blob;
  width: number;
  height: number;
}

/** `undefined` if the image is small enough, or the browser cannot decode it. */
export async function shrink(file: Blob): Promise<Shrunk | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  try {
    const edge = Math.max(bitmap.width, bitmap.height);
    if (edge <= LONGEST_EDGE && file.size <= MOST_PICTURE_BYTES) return undefined;
    const format = file.type === "image/jpeg" || file.type === "image/webp" ? file.type : "image/png";
    let scale = Math.min(1, LONGEST_EDGE / edge);
    let copy = await draw(bitmap, scale, format);
    // A photograph as PNG is mostly noise: WebP first, then fewer pixels.
    if (copy.blob.size > MOST_PICTURE_BYTES) copy = await draw(bitmap, scale, "image/webp");
    while (copy.blob.size > MOST_PICTURE_BYTES && scale > 0.01) {
      scale *= 0.75;
      copy = await draw(bitmap, scale, "image/webp");
    }
    return copy;
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, scale: number, type: string): Promise<Shrunk> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser cannot draw pictures");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  return { blob: await canvas.convertToBlob({ type, quality: 0.9 }), width, height };
}
