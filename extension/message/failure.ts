// What went wrong, as plain data with words for the user; nothing in the core throws it.
import * as z from "zod/mini";

/** What a button may do about it. */
export const FailureAction = z.enum([
  "setApiKey",
  "selectModel",
  "new",
  "openSettings",
  "setServer",
  "compact",
  "signInAgent",
  "restartAgent",
  "manageTrust",
  "export",
  "inspectTurn",
  "toolRules",
]);
export type FailureAction = z.infer<typeof FailureAction>;

const Tokens = z.int().check(z.gte(0));

/** A way out of a request that does not fit: how many tokens it wins, or how large a model must be. */
export const Offer = z.discriminatedUnion("offer", [
  z.object({ offer: z.literal("compact"), wins: Tokens }),
  z.object({ offer: z.literal("unpin"), pin: z.string(), wins: Tokens }),
  z.object({ offer: z.literal("larger-model"), needs: Tokens }),
]);

export type Offer = z.infer<typeof Offer>;

/** What the tokens of a request are for. */
export const TokenSource = z.object({ source: z.string(), tokens: Tokens });
export type TokenSource = z.infer<typeof TokenSource>;

export const Failure = z.object({
  stage: z.enum(["acquire", "compose", "persist", "assemble", "lower", "send", "turn"]),
  code: z.string(),
  /** Says what happened and what to do. */
  message: z.string(),
  retryable: z.boolean(),
  action: z.optional(FailureAction),
  /** Where the tokens are, when there are too many. */
  breakdown: z.optional(z.array(TokenSource)),
  offers: z.optional(z.array(Offer)),
});
export type Failure = z.infer<typeof Failure>;
