// The conversation that the panel shows, as the host tells it.
import { asWritten } from "../../extension/message/command.ts";
import type { ConversationSummary } from "../../extension/message/conversation.ts";
import type {
  Boundary,
  ConversationSnapshot,
  RunState,
  ShownProfile,
  ShownMessage,
  ShownModel,
} from "../../extension/protocol/conversation.ts";
import type { Draft } from "../../extension/protocol/draft.ts";
import { readPart } from "../../extension/message/versions/version.ts";
import { Answer } from "./answer/answer.svelte.ts";
import * as words from "./words.ts";

type UserShown = Extract<ShownMessage, { role: "user" }>;
export type Entry = UserShown | Answer;

export class ShownConversation {
  summary = $state.raw<ConversationSummary | null>(null);
  entries = $state.raw<Entry[]>([]);
  earlier = $state(0);
  /** There are or were older messages than those shown: the line that says so keeps its place. */
  paged = $state(false);
  /** The last change added older messages, so the list must keep its distance from the end. */
  prepended = $state(false);
  run = $state.raw<RunState>({ state: "idle", message_id: null });
  model = $state.raw<ShownModel | null>(null);
  agent = $state.raw<ShownProfile | null>(null);
  /** A turn is under way: a sent message waits, and Stop is available. */
  busy = $derived(this.run.state === "busy" || this.run.state === "retrying" || this.run.state === "waiting");

  /** The pending asks. */
  asks = $derived(this.run.state === "waiting" ? (this.run.asks ?? []) : []);
  /** The ids of calls that wait for those before them. */
  held = $derived(this.run.held ?? []);
  /** The next attempt in words; empty if there is none. */
  retry = $derived.by(() => {
    const { retry: next } = this.run;
    return next === undefined ? "" : words.retrying(Math.ceil(next.in_ms / 1000), next.attempt, next.of);
  });
  /** Why the answer does not go on, in words; empty if it does. */
  delay = $derived(this.retry || (this.run.silent_s === undefined ? "" : words.silent(this.run.silent_s)));
  /** The conversation is for writing skills. */
  writesSkills = $state(false);
  /** Where a sidecar begins; `null` for any other conversation. */
  boundary = $state.raw<Boundary | null>(null);
  /** The last message that a sidecar has from its main conversation. */
  lastTaken = $derived(this.boundary === null ? undefined : this.entries.findLast((entry) => this.#isTaken(entry)));

  #isTaken(entry: Entry): boolean {
    return this.summary !== null && atOf(entry) < this.summary.created_at;
  }

  /** Keeps the entries that are already shown, so that they are not drawn again. */
  update(snapshot: ConversationSnapshot): void {
    const shown = this.summary?.id === snapshot.session.id ? this.entries : [];
    const first = snapshot.messages[0];
    const older = first === undefined ? -1 : shown.findIndex((entry) => entry.id === first.id);
    this.summary = snapshot.session;
    this.prepended = false;
    this.paged = snapshot.earlier > 0 || (this.paged && shown.length > 0);
    this.entries = [
      ...shown.slice(0, Math.max(0, older)),
      ...snapshot.messages.map((message) => renew(shown, message)),
    ];
    this.earlier = Math.max(0, snapshot.earlier - Math.max(0, older));
    this.run = snapshot.run;
    this.model = snapshot.model;
    this.agent = snapshot.agent ?? null;
    this.boundary = snapshot.boundary ?? null;
    this.writesSkills = snapshot.writes_skills ?? false;
  }

  /** Shows a conversation without messages, with the model of the one before until the host names its own. */
  startNew(summary: ConversationSummary): void {
    this.summary = summary;
    this.prepended = this.paged = false;
    this.entries = [];
    this.earlier = 0;
    this.run = { state: "idle", message_id: null };
    this.boundary = null;
    this.writesSkills = false;
  }

  /** The user's messages as drafts, the latest first. */
  sent(): Draft[] {
    return this.entries
      .flatMap((entry) => (entry.role === "user" ? [entry] : []))
      .map(({ parts }) => parts.map((part) => readPart(part)).flatMap(asWritten))
      .map((parts) => ({ parts: parts.filter((part) => part.type !== "unknown") }))
      .reverse();
  }

  retitle(title: string): void {
    if (this.summary !== null) this.summary = { ...this.summary, title };
  }

  /** Adds a message, or replaces the one with its id. */
  put(message: ShownMessage): void {
    const index = this.entries.findLastIndex((entry) => entry.id === message.id);
    const known = this.entries[index];
    this.prepended = false;
    if (known === undefined) this.entries = [...this.entries, entryOf(message)];
    else if (known.role === "assistant" && message.role === "assistant") known.replace(message);
    else this.entries = this.entries.with(index, entryOf(message));
  }

  prepend(messages: ShownMessage[], earlier: number): void {
    const older = messages.filter((message) => !this.entries.some((entry) => entry.id === message.id));
    this.prepended = true;
    this.entries = [...older.map(entryOf), ...this.entries];
    this.earlier = earlier;
  }

  answer(id: string): Answer | undefined {
    const entry = this.entries.findLast((candidate) => candidate.id === id);
    return entry?.role === "assistant" ? entry : undefined;
  }
}

/** The entry that already shows this message, updated, or a new one. */
function renew(shown: readonly Entry[], message: ShownMessage): Entry {
  const known = shown.find((entry) => entry.id === message.id);
  if (message.role === "user" && known?.role === "user" && known.actions?.length !== message.actions?.length)
    return entryOf(message);
  if (known?.role !== "assistant" || message.role !== "assistant") return known ?? entryOf(message);
  known.replace(message);
  return known;
}

function atOf(entry: Entry): number {
  return entry.role === "user" ? entry.at : entry.shown.at;
}

function entryOf(message: ShownMessage): Entry {
  return message.role === "assistant" ? new Answer(message) : message;
}
