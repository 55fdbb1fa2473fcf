// The width and height of a picture, from the header in its bytes.

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
      const { width, height } = read(bytesOf(base64.slice(0, length)));
      return width > 0 && height > 0 ? { width, height } : undefined;
    } catch {
      // The size stands further back, or nowhere.
      if (base64.length <= length) return undefined;
    }
  return undefined;
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
