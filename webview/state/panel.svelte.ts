// Everything the panel shows, and the table that says what each message of the host changes.
import { v7 as uuid } from "uuid";
import type { Failure } from "../../extension/message/failure.ts";
import type { Notice } from "../../extension/message/notice.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import { newSession } from "../../extension/message/session.ts";
import type { ConversationSnapshot, Meter } from "../../extension/protocol/conversation.ts";
import { EMPTY_DRAFT } from "../../extension/protocol/draft.ts";
import type { Expansion } from "../../extension/protocol/expansion.ts";
import type { RunCommand } from "../../extension/protocol/to-host.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { Measures } from "../editor/chips/measures.ts";
import type { Host } from "../host.ts";
import type { PanelSettings } from "../../extension/protocol/panel-settings.ts";
import { AskMirror } from "./asks.svelte.ts";
import { Compositor } from "./compositor.svelte.ts";
import { GhostMirror } from "./ghosts.svelte.ts";
import { NOTHING_QUEUED, QueueMirror } from "./queue.svelte.ts";
import { Intake } from "./intake.svelte.ts";
import { forgetCalls, progressOf } from "./progress.svelte.ts";
import { Suggestions } from "./suggestions.svelte.ts";
import { Thread } from "./thread.svelte.ts";

/** The main pane, the pane for sidecars, or an editor tab with one conversation. */
type PaneKind = "main" | "sidecar" | "editor";

export class Panel {
  readonly host: Host;
  readonly kind: PaneKind;
  readonly thread = new Thread();
  readonly measures = new Measures();
  readonly compositor: Compositor;
  readonly queue: QueueMirror;
  readonly asks: AskMirror;
  settings = $state.raw<PanelSettings>({ send: "enter", paste_chip_lines: 60 });
  readonly intake: Intake;
  readonly suggestions: Suggestions;
  readonly ghosts: GhostMirror;
  meter = $state.raw<Meter | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Shown beside a failure that was there before it; a newer failure takes its place. */
  notice = $state.raw<Notice | null>(null);
  catalog = $state.raw<CommandSpec[]>([]);
  expansion = $state.raw<Expansion | null>(null);
  /** Begun here and not shown by the host yet: what it shows before that is late. */
  #begun: string | undefined;

  constructor(host: Host, kind: PaneKind) {
    this.host = host;
    this.kind = kind;
    this.compositor = new Compositor(host, this.thread, (parts) => this.ghosts.automatic(parts, this.catalog));
    this.ghosts = new GhostMirror(host, this.compositor);
    this.queue = new QueueMirror(host);
    this.asks = new AskMirror(host, this.thread);
    this.intake = new Intake(host, this.compositor, () => this.settings.paste_chip_lines);
    this.suggestions = new Suggestions(host, () => this.catalog);
  }

  run(command: RunCommand): void {
    if (command === "new" && this.kind === "main") this.#begin();
    else this.host.post({ type: "run", command });
  }

  /** A new conversation, at once: what is typed from now on is for it. */
  #begin(): void {
    const session = newSession(`ses_${uuid()}`, Date.now());
    this.host.post({ type: "new", session_id: session.id });
    this.#turnTo(session.id);
    this.#begun = session.id;
    this.thread.begin(session);
    this.queue.take(session.id, NOTHING_QUEUED);
    this.compositor.open(session.id, EMPTY_DRAFT);
    this.compositor.focus();
  }

  #take(snapshot: ConversationSnapshot, replacesDraft: boolean): void {
    const { session, queue, draft, sending = false } = snapshot;
    if (this.#begun !== undefined && this.#begun !== session.id) return;
    this.#begun = undefined;
    this.#turnTo(session.id);
    this.thread.take(snapshot);
    this.queue.take(session.id, queue);
    this.compositor.open(session.id, draft, { replaces: replacesDraft, sending });
  }

  /** What was said of the conversation before is not true of this one. */
  #turnTo(next: string): void {
    const before = this.thread.session?.id;
    if (before === next) return;
    // Calls are told apart within their conversation only.
    forgetCalls();
    if (before !== undefined) this.failure = this.notice = this.expansion = null;
  }

  /** What is late for a conversation that was shown before changes nothing here. */
  receive(message: ToWebview): void {
    if (!this.#isOfAnother(message)) this.#apply(message);
    else if (message.type === "insert") this.#giveBack(message);
  }

  /** A failure may be the reason why no conversation is shown, a notice may come before it is; the bytes of a picture go back for any conversation. */
  #isOfAnother(message: ToWebview): boolean {
    if (!("session_id" in message) || message.type === "take-file") return false;
    const shown = this.thread.session?.id;
    const isNote = message.type === "failure" || message.type === "notice";
    return message.session_id !== shown && !(isNote && shown === undefined);
  }

  /** What the user has chosen for another conversation is not lost: the host adds it to the draft of that one. */
  #giveBack({ session_id, parts }: Extract<ToWebview, { type: "insert" }>): void {
    this.host.post({ type: "not-inserted", session_id, parts });
  }

  #fail(failure: Failure): void {
    this.failure = failure;
    this.notice = null;
  }

  #apply(message: ToWebview): void {
    const { thread, compositor } = this;
    switch (message.type) {
      case "snapshot":
        this.#take(message.snapshot, message.replace_draft ?? false);
        return;
      case "message":
        thread.put(message.message);
        return;
      case "part":
        thread.answer(message.message_id)?.put(message.index, message.part);
        return;
      case "progress":
        progressOf.set(message.call_id, message.words);
        return;
      case "edits":
        thread.answer(message.message_id)?.edited(message.edits);
        return;
      case "delta":
        thread.answer(message.message_id)?.grow(message);
        return;
      case "earlier":
        thread.prepend(message.messages, message.earlier);
        return;
      case "run":
        thread.run = message.run;
        if (!thread.busy) forgetCalls();
        compositor.settle();
        return;
      case "title":
        thread.retitle(message.title);
        return;
      case "model":
        thread.model = message.model;
        return;
      case "agent":
        thread.agent = message.agent;
        return;
      case "meter":
        this.meter = message.meter;
        return;
      case "measures":
        this.measures.learn(message.measures);
        return;
      case "insert":
        compositor.insert(message.parts, message.at);
        return;
      case "remove":
        compositor.remove(message.part, message.nth);
        return;
      case "replace":
        compositor.replaceChip(message.id, message.parts);
        return;
      case "focus":
        compositor.focus();
        return;
      case "take-file":
        this.intake.takeFile(
          message.session_id,
          new File([new Uint8Array(message.bytes)], message.name, { type: message.mime }),
        );
        return;
      case "chunk-taken":
        this.intake.transfers.taken(message.transfer, message.wants_more);
        return;
      case "copied-from":
        if (message.part.type !== "text") this.intake.sourceFound(message.paste, message.part);
        return;
      case "catalog":
        this.catalog = message.commands;
        this.suggestions.refresh();
        return;
      case "expansion":
        this.expansion = message.expansion;
        compositor.showArguments(message.expansion?.open ?? []);
        return;
      case "acted":
        this.failure = this.notice = null;
        compositor.acted(message.draft);
        return;
      case "queue":
        this.queue.take(message.session_id, message.queue);
        return;
      case "settings":
        this.settings = message.settings;
        return;
      case "ghosts":
        this.ghosts.shown = message.ghosts;
        return;
      case "suggestions":
        this.suggestions.receive(message);
        return;
      case "peeked":
        this.suggestions.learn(message.peek);
        return;
      case "preparing":
        compositor.prepares(message.words);
        return;
      case "accepted":
        this.failure = this.notice = null;
        // Text typed since then has its own expansion.
        if (compositor.blank) this.expansion = null;
        compositor.accepted(message.queued ?? false);
        return;
      case "returned":
        compositor.returned(message.draft, message.replaces ?? false);
        return;
      case "refused":
        compositor.refused(message.draft);
        // The user stopped it: a short note beside the input is enough.
        if (message.failure.code === "stopped") compositor.say(message.failure.message);
        else this.#fail(message.failure);
        return;
      case "failure":
        // It may be the reason why what was begun here is not shown.
        this.#begun = undefined;
        this.#fail(message.failure);
        return;
      case "notice":
        this.notice = message.notice;
        return;
      default:
        message satisfies never;
    }
  }
}
