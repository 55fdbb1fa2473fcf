// The request that goes on after tools: the one before it byte for byte, then what was said and done since.
import type { Failure } from "../message/failure.ts";
import type { Manifest } from "../message/manifest.ts";
import type { Message } from "../message/message.ts";
import type { Assembled } from "./assemble.ts";
import { trimHistory } from "./budget.ts";
import type { Context } from "./context.ts";
import type { Estimator } from "./tokens/estimate.ts";
import { type HistoryInput, type KnownHistory, viewSince } from "./history.ts";
import { Timeline } from "./timeline.ts";
import * as words from "./words.ts";

export interface OnwardView extends Pick<HistoryInput, "to" | "load" | "rules"> {
  estimator: Estimator;
  known: KnownHistory;
}

export interface Continued {
  context: Context;
  /** Every text of the request. */
  texts: () => readonly string[];
  /** Everything omitted from the answers and results of this turn. */
  elided: Manifest["elided"];
  /** The tokens of the whole request. */
  estimate: number;
  failure: Failure | undefined;
}

/** A turn that goes on. What was viewed for one request is not viewed again for the next. */
export class Onward {
  readonly #assembled: Assembled;
  readonly #view: OnwardView;
  readonly #since = new Timeline();
  /** What earlier requests of this turn omitted. It stays omitted. */
  #elided: Manifest["elided"] = [];
  /** How many blocks the last request had. */
  #blocks: number;

  constructor(assembled: Assembled, view: OnwardView) {
    this.#assembled = assembled;
    this.#view = view;
    this.#blocks = countBlocks(assembled.context.messages);
  }

  /** Adds the messages since the last call: answers with their calls and results, and what the user said between them. */
  add(history: readonly Message[]): void {
    const { estimator, known, ...view } = this.#view;
    viewSince(this.#since, { ...view, history, asSent: new Map() }, estimator, known);
  }

  /** `agentSession`: the session of an agent that has had an earlier request of this turn. */
  request(agentSession?: string): Continued {
    const { context, manifest, texts } = this.#assembled;
    const trimmed = trimHistory(this.#since.all, {
      rest: manifest.estimate,
      limit: manifest.limit,
      estimator: this.#view.estimator,
      before: new Map(this.#elided.map(({ what, tokens }) => [what, tokens])),
    });
    this.#elided = trimmed.elided;
    const messages = joined(
      context.messages,
      trimmed.turns.map((message) => message.context),
    );
    const estimate = manifest.estimate + trimmed.tokens;
    return {
      context: { ...context, messages, stable: messages.length, ...this.#forAgent(messages, agentSession) },
      texts: () => [...texts, ...trimmed.texts].map(({ text }) => text),
      elided: trimmed.elided,
      estimate,
      failure: estimate > manifest.limit ? tooMuch(estimate, manifest.limit) : undefined,
    };
  }

  /** An agent has heard the requests of this turn before this one, or none of them. */
  #forAgent(
    messages: Context["messages"],
    agent_session: string | undefined,
  ): Pick<Context, "unheard" | "agent_session"> {
    const { messages: first, unheard } = this.#assembled.context;
    if (unheard === undefined) return {};
    const count = countBlocks(messages);
    const added = count - (agent_session === undefined ? countBlocks(first) : this.#blocks);
    this.#blocks = count;
    return agent_session === undefined ? { unheard: unheard + added } : { unheard: added, agent_session };
  }
}

function countBlocks(messages: Context["messages"]): number {
  return messages.reduce((count, { blocks }) => count + blocks.length, 0);
}

/** Roles must alternate: a user message before the model's first answer is joined to the turn's message. */
function joined(before: Context["messages"], since: Context["messages"]): Context["messages"] {
  const last = before.at(-1);
  const [first, ...others] = since;
  if (last === undefined || first?.role !== "user" || last.role !== "user") return [...before, ...since];
  return [...before.slice(0, -1), { ...last, blocks: [...last.blocks, ...first.blocks] }, ...others];
}

function tooMuch(estimate: number, limit: number): Failure {
  return {
    stage: "assemble",
    code: "over-budget",
    message: words.resultsOverBudget(estimate, limit),
    retryable: false,
    action: "compact",
  };
}
