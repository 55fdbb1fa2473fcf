// The conversation so far in the order of the request. It only grows: what was put in order for the last request stays.
import type { Manifest } from "../message/manifest.ts";
import type { Message } from "../message/message.ts";
import type { Estimator } from "./tokens/estimate.ts";
import { PastMessage } from "./past-message.ts";
import type { NamedText } from "./prefix.ts";

/** One after the other, in the order of the conversation. */
export interface Ordered {
  past: PastMessage[];
  dropped: Manifest["dropped"];
  /** The same with neighbours of one role as one message. */
  turns: PastMessage[];
  texts: NamedText[];
  tokens: number;
  rounds: number;
}

/** The timeline is reused only while all of these stay the same. */
export interface Conditions {
  under: string;
  estimator: Estimator;
  summary: string | undefined;
  asSent: unknown;
}

/** The state when a user message followed an answer: everything before it is final. */
interface Mark {
  messages: number;
  past: number;
  dropped: number;
  turns: number;
  texts: number;
  tokens: number;
  rounds: number;
}

const NOTHING: Mark = { messages: 0, past: 0, dropped: 0, turns: 0, texts: 0, tokens: 0, rounds: 0 };

export class Timeline {
  #conditions: Conditions | undefined;
  #messages: readonly Message[] = [];
  #mark: Mark = NOTHING;
  readonly #all: Ordered = { past: [], dropped: [], turns: [], texts: [], tokens: 0, rounds: 0 };

  get all(): Readonly<Ordered> {
    return this.#all;
  }

  /** Goes back as far as needed; returns how many of these messages stay as they are. */
  reuse(messages: readonly Message[], conditions: Conditions): number {
    const known = this.#conditions;
    const isSame =
      known !== undefined &&
      known.under === conditions.under &&
      known.estimator === conditions.estimator &&
      known.summary === conditions.summary &&
      known.asSent === conditions.asSent &&
      this.#beginsAsBefore(messages);
    this.#cut(isSame ? this.#mark : NOTHING);
    this.#conditions = conditions;
    this.#messages = messages;
    return this.#mark.messages;
  }

  #beginsAsBefore(messages: readonly Message[]): boolean {
    const { messages: count } = this.#mark;
    if (messages.length < count) return false;
    for (let index = 0; index < count; index += 1) if (messages[index] !== this.#messages[index]) return false;
    return true;
  }

  #cut(mark: Mark): void {
    const { past, dropped, turns, texts } = this.#all;
    past.length = mark.past;
    dropped.length = mark.dropped;
    turns.length = mark.turns;
    texts.length = mark.texts;
    this.#all.tokens = mark.tokens;
    this.#all.rounds = mark.rounds;
    this.#mark = mark;
  }

  /** What comes next is a message of the user, the `at`th of all. */
  mark(at: number): void {
    const { past, dropped, turns, texts, tokens, rounds } = this.#all;
    if (turns.at(-1)?.role !== "assistant") return;
    this.#mark = {
      messages: at,
      past: past.length,
      dropped: dropped.length,
      turns: turns.length,
      texts: texts.length,
      tokens,
      rounds,
    };
  }

  add(message: PastMessage): void {
    const all = this.#all;
    all.past.push(message);
    all.tokens += message.tokens;
    if (message.isRound) all.rounds += 1;
    for (const text of message.texts) all.texts.push(text);
    appendTurn(all.turns, message);
  }

  drop(records: Manifest["dropped"]): void {
    this.#all.dropped.push(...records);
  }
}

/** Providers demand that roles alternate: neighbours of one role become one message, results first, nothing is lost. */
export function appendTurn(turns: PastMessage[], message: PastMessage): void {
  if (message.blocks.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === message.role)
    turns[turns.length - 1] = new PastMessage(message.id, last.role, [...last.blocks, ...message.blocks]);
  else turns.push(message);
}
