// What the turn waits for, as the host tells it; what the user says to it goes to the host.
import type { FormValue } from "../../extension/message/form.ts";
import type { Ask, Reply } from "../../extension/protocol/ask.ts";
import type { RunState } from "../../extension/protocol/conversation.ts";
import type { Host } from "../host.ts";
import type { Thread } from "./thread.svelte.ts";

/** What is half said in a card. */
export class AskDraft {
  /** Which answers are chosen, by their place. */
  chosen = $state.raw<readonly number[]>([]);
  own = $state("");
  /** What was typed, ticked or chosen, by the field's place; what was not touched is as the server would have it. */
  given = $state.raw<Readonly<Record<number, FormValue>>>({});
  /** Why not. */
  reason = $state("");
}

export class AskMirror {
  readonly #host: Host;
  readonly #thread: Thread;
  /** Said, and not yet heard back of: the next word of the host ends it. */
  #said = $state.raw<{ run: RunState; to: Readonly<Record<string, string>> } | null>(null);

  /** How often the user has answered a card. */
  replies = $state(0);

  /** Unsent answers, kept while another conversation is shown. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each draft is reactive
  readonly #drafts = new Map<string, AskDraft>();

  constructor(host: Host, thread: Thread) {
    this.#host = host;
    this.#thread = thread;
  }

  /** In the order of the calls. */
  get open(): readonly Ask[] {
    return this.#thread.asks;
  }

  /** The message that shows them: the last answer. -1 when nothing is asked. */
  get place(): number {
    return this.open.length === 0 ? -1 : this.#thread.entries.findLastIndex(({ role }) => role === "assistant");
  }

  isAsked(callId: string): boolean {
    return this.open.some(({ call_id }) => call_id === callId);
  }

  /** What was said to it already; empty while it is open. */
  said(ask: Ask): string {
    return this.#said?.run === this.#thread.run ? (this.#said.to[askKey(ask)] ?? "") : "";
  }

  draft(ask: Ask): AskDraft {
    const key = this.#draftKey(ask);
    const draft = this.#drafts.get(key) ?? new AskDraft();
    this.#drafts.set(key, draft);
    return draft;
  }

  /** Calls may have the names of earlier ones: they are told apart within their answer only. */
  #draftKey(ask: Ask): string {
    return `${this.#thread.entries[this.place]?.id} ${askKey(ask)}`;
  }

  reply(ask: Ask, reply: Reply): void {
    const { run, session } = this.#thread;
    if (session === null || this.said(ask) !== "") return;
    const before = this.#said?.run === run ? this.#said.to : {};
    this.#said = { run, to: { ...before, [askKey(ask)]: replyWords(reply) } };
    this.#drafts.delete(this.#draftKey(ask));
    this.replies += 1;
    this.#host.post({ type: "reply", session_id: session.id, call_id: ask.call_id, reply });
  }
}

export function askKey(ask: Ask): string {
  return `${ask.type} ${ask.call_id}`;
}

/** What is asked, in one line. */
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

const allowed = { once: "Allowed", session: "Allowed in this conversation", project: "Allowed in this workspace" };

function replyWords(reply: Reply): string {
  if (reply.type === "allow") return allowed[reply.scope];
  if (reply.type === "answer") return `Answered: ${reply.answers.join(", ")}`;
  return { deny: "Denied", form: "Sent", cancel: "Canceled" }[reply.type];
}
