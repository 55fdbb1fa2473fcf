// What a file reference stood for at the moment its message was sent; later turns replay this, never the file.
import * as z from "zod/mini";
import { Range } from "./range.ts";
import { ScaledCopy } from "./scaled-copy.ts";

const Count = z.int().check(z.gte(0));

const FolderFact = z.object({ listed: Count, cut: Count, is_more: z.boolean() });
export type FolderFact = z.infer<typeof FolderFact>;

export const Snapshot = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("text"),
    content_id: z.string(),
    language: z.string(),
    /** The range that was really read: absent for a whole file. */
    range: z.optional(Range),
    /** The document differed from the disk, and the editor's text was taken. */
    unsaved: z.boolean(),
    /** The range asked for reached past the end. */
    clamped: z.boolean(),
    /** Set if the text is the listing of a folder; `cut` entries or more were omitted. */
    folder: z.optional(FolderFact),
  }),
  z.object({ state: z.literal("large"), size: Count }),
  z.object({
    state: z.literal("binary"),
    size: Count,
    /** Of a picture, a PDF, a sound or a film that was small enough to be kept: its type, and its bytes as base64. */
    mime: z.optional(z.string()),
    content_id: z.optional(z.string()),
    /** A smaller copy of a picture that is larger than models take, as base64 too; the model gets the copy. */
    scaled: z.optional(ScaledCopy),
    /** It may be text, in an encoding that is not known. */
    undecoded: z.optional(z.boolean()),
  }),
  z.object({ state: z.literal("unavailable"), reason: z.string() }),
]);
export type Snapshot = z.infer<typeof Snapshot>;
