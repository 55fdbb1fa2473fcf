// The request that goes on after tools: the one before it byte for byte, then what was said and done since.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Message } from "../message/message.ts";
import type { Assembled } from "./assemble.ts";
import { trimHistory } from "./budget.ts";
import type { Context } from "./context.ts";
import type { Estimator } from "./estimate.ts";
import { type HistoryInput, type KnownHistory, viewSince } from "./history.ts";

export interface ContinueInput extends Pick<HistoryInput, "provider" | "load" | "rules"> {
  /** Answers with their calls and results, and what the user said between them. */
  since: readonly Message[];
  estimator: Estimator;
  known: KnownHistory;
  /** What earlier requests of this turn left out already: it stays out. */
  elided: Manifest["elided"];
}

export interface Continued {
  context: Context;
  /** Every text of the request. */
  texts: () => readonly string[];
  /** All that is left out of what was done since. */
  elided: Manifest["elided"];
  dropped: Manifest["dropped"];
  failure: Failure | undefined;
}

export function continueTurn({ context, manifest, texts }: Assembled, input: ContinueInput): Continued {
  const { since, estimator, known, ...view } = input;
  const ordered = viewSince({ ...view, history: since, asSent: new Map() }, estimator, known);
  const trimmed = trimHistory(ordered, {
    rest: manifest.estimate,
    limit: manifest.limit,
    estimator,
    before: new Map(input.elided.map(({ what, tokens }) => [what, tokens])),
  });
  const messages = [...context.messages, ...trimmed.turns.map((message) => message.context)];
  const estimate = manifest.estimate + trimmed.tokens;
  return {
    context: { ...context, messages, stable: messages.length },
    texts: () => [...texts, ...trimmed.texts].map(({ text }) => text),
    elided: trimmed.elided,
    dropped: ordered.dropped,
    failure: estimate > manifest.limit ? tooMuch(estimate, manifest.limit) : undefined,
  };
}

function tooMuch(estimate: number, limit: number): Failure {
  return {
    stage: "assemble",
    code: "over-budget",
    message:
      `What the tools of this turn returned makes the request about ${estimate} tokens, and the model takes ${limit}. ` +
      "Ask for less at a time, compact the conversation, or choose a larger model.",
    retryable: false,
    action: "compact",
  };
}
