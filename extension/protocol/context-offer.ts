// Automatic context for the unsent message, offered above the input: the user accepts it, or it is sent anyway.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const ContextOffer = z.object({
  /** The name of the context: `selection`, `open`. */
  name: z.string(),
  label: z.string(),
  /** `ask`: sent only if the user accepts it. `always`: sent unless the user removes it. */
  mode: z.enum(["ask", "always"]),
  tokens: z.int(),
  /** The parts that would be sent. */
  parts: z.array(KnownPart),
});
export type ContextOffer = z.infer<typeof ContextOffer>;

export const ContextOffers = z.object({
  type: z.literal("context-offers"),
  session_id: z.string(),
  offers: z.array(ContextOffer),
});

/** `dismiss` is for this message only. The others are kept for the workspace. */
export const ContextOfferAction = z.object({
  type: z.literal("context-offer"),
  name: z.string(),
  action: z.enum(["dismiss", "always", "ask", "never"]),
});
export type ContextOfferAction = z.infer<typeof ContextOfferAction>;
