// A stored smaller copy of a picture that is larger than models take.
import * as z from "zod/mini";

const Name = z.string().check(z.minLength(1));
const Count = z.int().check(z.gte(0));

/** `size` is that of the picture's bytes. */
export const ScaledCopy = z.object({ content_id: Name, mime: Name, size: Count, width: Count, height: Count });
export type ScaledCopy = z.infer<typeof ScaledCopy>;
