// Everything the panel shows, and what each message of the host changes in it.
import { v7 as uuid } from "uuid";
import type { Failure } from "../../extension/message/failure.ts";
import type { Notice } from "../../extension/message/notice.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { newConversation } from "../../extension/message/conversation.ts";
import type { ConversationSnapshot, Meter } from "../../extension/protocol/conversation.ts";
import { EMPTY_DRAFT } from "../../extension/protocol/draft.ts";
import type { Expansion } from "../../extension/protocol/expansion.ts";
import type { OpenEditor } from "../../extension/protocol/open-editor.ts";
import type { RunCommand } from "../../extension/protocol/to-host.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { Measures } from "../editor/chips/measures.ts";
import type { Host } from "../host.ts";
import type { PanelSettings } from "../../extension/protocol/panel-settings.ts";
import { PendingAsks } from "./pending-asks.svelte.ts";
import { Compositor } from "./compositor.svelte.ts";
import { ContextOffers } from "./context-offers.svelte.ts";
import { NOTHING_QUEUED, MessageQueue } from "./queue.svelte.ts";
import { MessageAdditions } from "./additions.svelte.ts";
import { handle, inputHandlers, type MessageHandlers, conversationHandlers } from "./message-handlers.ts";
import { forgetCalls } from "./progress.svelte.ts";
import { Suggestions } from "./suggestions.svelte.ts";
import { ShownConversation } from "./shown-conversation.svelte.ts";

/** The main pane, the pane for sidecars, or an editor tab with one conversation. */
type PaneKind = "main" | "sidecar" | "editor";

export class Panel {
  readonly host: Host;
  readonly kind: PaneKind;
  readonly conversation = new ShownConversation();
  readonly measures = new Measures();
  readonly compositor: Compositor;
  readonly queue: MessageQueue;
  readonly asks: PendingAsks;
  settings = $state.raw<PanelSettings>({ send: "enter", paste_chip_lines: 60 });
  readonly additions: MessageAdditions;
  readonly suggestions: Suggestions;
  readonly contextOffers: ContextOffers;
  /** The file that is open in the editor. */
  openEditor = $state.raw<OpenEditor | null>(null);
  meter = $state.raw<Meter | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Shown beside a failure that was there before it; a newer failure takes its place. */
  notice = $state.raw<Notice | null>(null);
  catalog = $state.raw<CommandSpec[]>([]);
  expansion = $state.raw<Expansion | null>(null);
  readonly #handlers: MessageHandlers;
  /** The id of a conversation that this page started. Until the host shows it, snapshots of others are late. */
  #newConversation: string | undefined;

  constructor(host: Host, kind: PaneKind) {
    this.host = host;
    this.kind = kind;
    this.compositor = new Compositor(host, this.conversation, (parts) =>
      this.contextOffers.automatic(parts, this.catalog),
    );
    this.contextOffers = new ContextOffers(host, this.compositor);
    this.queue = new MessageQueue(host);
    this.asks = new PendingAsks(host, this.conversation);
    this.additions = new MessageAdditions(host, this.compositor, () => this.settings.paste_chip_lines);
    this.suggestions = new Suggestions(host, () => this.catalog);
    this.#handlers = {
      ...conversationHandlers(this.conversation, this.compositor),
      ...inputHandlers(this.compositor, this.additions),
      ...this.#submitHandlers(),
      ...this.#ownHandlers(),
    };
  }

  run(command: RunCommand): void {
    if (command === "new" && this.kind === "main") this.#startConversation();
    else this.host.post({ type: "run", command });
  }

  /** Does not wait for the host, so that all text typed from now on belongs to the new conversation. */
  #startConversation(): void {
    const summary = newConversation(`ses_${uuid()}`, Date.now());
    this.host.post({ type: "new", session_id: summary.id });
    this.#clearForAnother(summary.id);
    this.#newConversation = summary.id;
    this.conversation.startNew(summary);
    this.queue.update(summary.id, NOTHING_QUEUED);
    this.compositor.open(summary.id, EMPTY_DRAFT);
    this.additions.opened(summary.id);
    this.compositor.focus();
  }

  #show(snapshot: ConversationSnapshot, replacesDraft: boolean): void {
    const { session: summary, queue, draft, sending = false } = snapshot;
    if (this.#newConversation !== undefined && this.#newConversation !== summary.id) return;
    this.#newConversation = undefined;
    this.#clearForAnother(summary.id);
    this.conversation.update(snapshot);
    this.queue.update(summary.id, queue);
    this.compositor.open(summary.id, draft, { replaces: replacesDraft, sending });
    this.additions.opened(summary.id);
  }

  /** Clears the notes about the conversation shown before, if `next` is another. */
  #clearForAnother(next: string): void {
    const before = this.conversation.summary?.id;
    if (before === next) return;
    // Call ids are unique only within a conversation.
    forgetCalls();
    if (before !== undefined) this.failure = this.notice = this.expansion = null;
  }

  /** Ignores a late message about a conversation that was shown before. */
  receive(message: ToWebview): void {
    if (!this.#isForAnotherConversation(message)) handle(this.#handlers, message.type, message);
    else if (message.type === "insert") this.#returnToHost(message);
  }

  /** A failure or a notice may come before a conversation is shown; files are on their way for any conversation. */
  #isForAnotherConversation(message: ToWebview): boolean {
    if (!("session_id" in message) || message.type === "take-file" || message.type === "chunk-taken") return false;
    const shown = this.conversation.summary?.id;
    const isNote = message.type === "failure" || message.type === "notice";
    return message.session_id !== shown && !(isNote && shown === undefined);
  }

  /** The host adds what the user chose for another conversation to the draft of that one. */
  #returnToHost({ session_id, parts }: Extract<ToWebview, { type: "insert" }>): void {
    this.host.post({ type: "not-inserted", session_id, parts });
  }

  #fail(failure: Failure): void {
    this.failure = failure;
    this.notice = null;
  }

  /** Messages that change the panel itself. */
  #ownHandlers() {
    return {
      snapshot: ({ snapshot, replace_draft = false }) => this.#show(snapshot, replace_draft),
      settings: ({ settings }) => (this.settings = settings),
      "open-editor": ({ editor }) => (this.openEditor = editor),
      queue: ({ session_id, queue }) => this.queue.update(session_id, queue),
      "context-offers": ({ offers }) => (this.contextOffers.shown = offers),
      "focus-ask": () => this.asks.focusNext(),
      meter: ({ meter }) => (this.meter = meter),
      measures: ({ measures }) => this.measures.learn(measures),
      suggestions: (answer) => this.suggestions.receive(answer),
      peeked: ({ peek }) => this.suggestions.learn(peek),
      catalog: ({ commands }) => {
        this.catalog = commands;
        this.suggestions.refresh();
      },
      expansion: ({ expansion }) => {
        this.expansion = expansion;
        this.compositor.showArguments(expansion?.open ?? []);
      },
      failure: ({ failure }) => {
        // It may be the reason why the host does not show the new conversation.
        this.#newConversation = undefined;
        this.#fail(failure);
      },
      notice: ({ notice }) => (this.notice = notice),
    } satisfies Partial<MessageHandlers>;
  }

  /** How the host answers a submitted draft. */
  #submitHandlers() {
    const { compositor } = this;
    return {
      accepted: ({ queued = false }) => {
        this.failure = this.notice = null;
        // Text typed since then has its own expansion.
        if (compositor.blank) this.expansion = null;
        compositor.accepted(queued);
      },
      acted: ({ draft }) => {
        this.failure = this.notice = null;
        compositor.acted(draft);
      },
      refused: ({ draft, failure }) => {
        compositor.refused(draft);
        // The user stopped it: a short note beside the input is enough.
        if (failure.code === "stopped") compositor.say(failure.message);
        else this.#fail(failure);
      },
    } satisfies Partial<MessageHandlers>;
  }
}
