// The width and height of a picture, from the header in its bytes.
import { bytesOfBase64 } from "./base64.ts";

export interface Pixels {
  width: number;
  height: number;
}

/** As base64: most pictures have their size at the very beginning, a few behind what a camera wrote. */
const HEADS = [4_000, 256 * 1024];

/** `read` throws if the bytes do not say. `everywhere`: look through all of the bytes if need be. */
export function pixelsOf(base64: string, read: (bytes: Uint8Array) => Pixels, everywhere: boolean): Pixels | undefined {
  for (const length of everywhere ? [...HEADS, base64.length] : HEADS)
    try {
      const { width, height } = read(bytesOfBase64(base64.slice(0, length)));
      return width > 0 && height > 0 ? { width, height } : undefined;
    } catch {
      // The size stands further back, or nowhere.
      if (base64.length <= length) return undefined;
    }
  return undefined;
}
