// One piece of content in a server's result, prompt or resource.
import * as z from "zod/mini";
import * as words from "./words.ts";

export const Held = z.object({
  /** May be empty if there is content. */
  uri: z.string(),
  mimeType: z.optional(z.string()),
  text: z.optional(z.string()),
  blob: z.optional(z.string()),
});
export type Held = z.infer<typeof Held>;

export const Piece = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), data: z.string(), mimeType: z.optional(z.string()) }),
  z.object({ type: z.literal("audio"), data: z.string(), mimeType: z.optional(z.string()) }),
  z.object({ type: z.literal("resource"), resource: Held }),
  z.object({
    type: z.literal("resource_link"),
    uri: z.string(),
    name: z.optional(z.string()),
    description: z.optional(z.string()),
  }),
]);
export type Piece = z.infer<typeof Piece>;

/** The note about the pieces after the first `taken`; `undefined` if there are none. */
export function restOf(count: number, taken: number): string | undefined {
  return count > taken ? words.moreItems(count - taken) : undefined;
}
