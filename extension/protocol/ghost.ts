// Context that offers itself: shown above the input, sent only when accepted, or said to be automatic.
import * as z from "zod/mini";
import { KnownPart } from "../message/part.ts";

export const Ghost = z.object({
  /** The name of the context: `selection`, `open`. */
  name: z.string(),
  label: z.string(),
  /** `ask`: nothing of it goes until it is accepted. `always`: it goes unless it is taken away. */
  mode: z.enum(["ask", "always"]),
  tokens: z.int(),
  /** Exactly what would go. */
  parts: z.array(KnownPart),
});
export type Ghost = z.infer<typeof Ghost>;

export const Ghosts = z.object({ type: z.literal("ghosts"), session_id: z.string(), ghosts: z.array(Ghost) });

/** `dismiss`: not for this message. The others are remembered for this workspace. */
export const GhostAction = z.object({
  type: z.literal("ghost"),
  name: z.string(),
  action: z.enum(["dismiss", "always", "ask", "never"]),
});
export type GhostAction = z.infer<typeof GhostAction>;
