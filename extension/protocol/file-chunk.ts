// A piece of a file without a URI, such as one from the operating system or the clipboard, on its way to the host.
import * as z from "zod/mini";

const Count = z.int().check(z.gte(0));

/** The most bytes in one piece. The panel sends the next piece when the host has this one. */
export const CHUNK_BYTES = 1 << 20;

/** Larger files are described by name and size, not stored. */
export const ATTACH_BYTES = 100 * (1 << 20);

export const FileChunk = z.object({
  type: z.literal("file-chunk"),
  session_id: z.string(),
  transfer: z.string(),
  name: z.string().check(z.minLength(1)),
  /** The size of the whole file. */
  size: Count,
  offset: Count,
  bytes: z.instanceof(Uint8Array),
  /** The file is a smaller copy of a picture, with these dimensions; it does not become a part. */
  copy: z.optional(z.object({ width: Count, height: Count })),
  /** The transfer of this picture's smaller copy. */
  scaled: z.optional(z.string()),
});
export type FileChunk = z.infer<typeof FileChunk>;
