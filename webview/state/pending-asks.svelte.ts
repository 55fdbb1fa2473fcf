// The pending asks of the turn, as the host tells them, and the user's replies to them.
import type { FormValue } from "../../extension/message/form.ts";
import type { Ask, Reply } from "../../extension/protocol/ask.ts";
import type { RunState } from "../../extension/protocol/conversation.ts";
import type { Host } from "../host.ts";
import type { ShownConversation } from "./shown-conversation.svelte.ts";
import * as words from "./words.ts";

/** The unsent answer in a card. */
export class AskDraft {
  /** The indexes of the chosen answers. */
  chosen = $state.raw<readonly number[]>([]);
  /** An answer in the user's own words. */
  own = $state("");
  /** The values of the fields that the user has changed, by field index; the others have the server's defaults. */
  given = $state.raw<Readonly<Record<number, FormValue>>>({});
  /** The reason for a denial. */
  reason = $state("");
}

export class PendingAsks {
  readonly #host: Host;
  readonly #conversation: ShownConversation;
  /** Replies that the host has not confirmed: its next run state confirms them. */
  #replied = $state.raw<{ run: RunState; to: Readonly<Record<string, string>> } | null>(null);

  /** How often the user has answered a card. */
  replies = $state(0);

  /** Unsent answers, kept while another conversation is shown. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each draft is reactive
  readonly #drafts = new Map<string, AskDraft>();

  #focusCard: (() => void) | undefined;

  constructor(host: Host, conversation: ShownConversation) {
    this.#host = host;
    this.#conversation = conversation;
  }

  /** `focusCard` moves the focus to the first card, or from one card to the next. */
  attach(focusCard: () => void): void {
    this.#focusCard = focusCard;
  }

  /** No-op if nothing is asked. */
  focusNext(): void {
    if (this.open.length > 0) this.#focusCard?.();
  }

  /** In the order of the calls. */
  get open(): readonly Ask[] {
    return this.#conversation.asks;
  }

  /** The index of the message that shows the asks: the last answer. -1 if there are none. */
  get place(): number {
    return this.open.length === 0 ? -1 : this.#conversation.entries.findLastIndex(({ role }) => role === "assistant");
  }

  isAsked(callId: string): boolean {
    return this.open.some(({ call_id }) => call_id === callId);
  }

  /** The user's reply in words; empty while the ask is open. */
  said(ask: Ask): string {
    return this.#replied?.run === this.#conversation.run ? (this.#replied.to[askKey(ask)] ?? "") : "";
  }

  draft(ask: Ask): AskDraft {
    const key = this.#draftKey(ask);
    const draft = this.#drafts.get(key) ?? new AskDraft();
    this.#drafts.set(key, draft);
    return draft;
  }

  /** Call ids are unique only within an answer. */
  #draftKey(ask: Ask): string {
    return `${this.#conversation.entries[this.place]?.id} ${askKey(ask)}`;
  }

  reply(ask: Ask, reply: Reply): void {
    const { run, summary } = this.#conversation;
    if (summary === null || this.said(ask) !== "") return;
    const before = this.#replied?.run === run ? this.#replied.to : {};
    this.#replied = { run, to: { ...before, [askKey(ask)]: replyWords(reply) } };
    this.#drafts.delete(this.#draftKey(ask));
    this.replies += 1;
    this.#host.post({ type: "reply", session_id: summary.id, call_id: ask.call_id, reply });
  }
}

export function askKey(ask: Ask): string {
  return `${ask.type} ${ask.call_id}`;
}

/** The question, in one line. */
export function askWords(ask: Ask): string {
  switch (ask.type) {
    case "approval":
      return ask.title;
    case "question":
      return ask.question;
    case "go-on":
    case "form":
      return ask.words;
    default:
      return ask satisfies never;
  }
}

function replyWords(reply: Reply): string {
  if (reply.type === "allow") return words.allowed[reply.scope];
  if (reply.type === "answer") return words.answered(reply.answers.join(", "));
  return words.replied[reply.type];
}
