// Everything the panel shows, and the table that says what each message of the host changes.
import type { Failure } from "../../extension/message/failure.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { Meter } from "../../extension/protocol/conversation.ts";
import type { Expansion } from "../../extension/protocol/expansion.ts";
import type { ToWebview } from "../../extension/protocol/to-webview.ts";
import { Measures } from "../editor/measures.ts";
import type { Host } from "../host.ts";
import type { PanelSettings } from "../../extension/protocol/panel-settings.ts";
import { AskMirror } from "./asks.svelte.ts";
import { Compositor } from "./compositor.svelte.ts";
import { GhostMirror } from "./ghosts.svelte.ts";
import { QueueMirror } from "./queue.svelte.ts";
import { Intake } from "./intake.svelte.ts";
import { progressOf } from "./progress.svelte.ts";
import { Suggestions } from "./suggestions.svelte.ts";
import { Thread } from "./thread.svelte.ts";

export class Panel {
  readonly host: Host;
  /** The pane the user works in, or the one for side questions. */
  readonly kind: "main" | "sidecar";
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
  catalog = $state.raw<CommandSpec[]>([]);
  expansion = $state.raw<Expansion | null>(null);

  constructor(host: Host, kind: "main" | "sidecar") {
    this.host = host;
    this.kind = kind;
    this.compositor = new Compositor(host, this.thread, (parts) => this.ghosts.automatic(parts, this.catalog));
    this.ghosts = new GhostMirror(host, this.compositor);
    this.queue = new QueueMirror(host);
    this.asks = new AskMirror(host, this.thread);
    this.intake = new Intake(host, this.compositor, () => this.settings.paste_chip_lines);
    this.suggestions = new Suggestions(host, () => this.catalog);
  }

  receive(message: ToWebview): void {
    const { thread, compositor } = this;
    switch (message.type) {
      case "snapshot":
        // Calls are told apart within their conversation only.
        if (message.snapshot.session.id !== thread.session?.id) progressOf.clear();
        thread.take(message.snapshot);
        this.queue.take(message.snapshot.session.id, message.snapshot.queue);
        compositor.open(message.snapshot.session.id, message.snapshot.draft, message.replace_draft ?? false);
        return;
      case "message":
        if (message.session_id === thread.session?.id) thread.put(message.message);
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
        if (message.session_id === thread.session?.id) thread.prepend(message.messages, message.earlier);
        return;
      case "run":
        thread.run = message.run;
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
        this.intake.takeFiles([new File([new Uint8Array(message.bytes)], message.name, { type: message.mime })]);
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
        this.failure = null;
        compositor.acted(message.session_id, message.draft);
        return;
      case "queue":
        if (message.session_id === thread.session?.id) this.queue.take(message.session_id, message.queue);
        return;
      case "settings":
        this.settings = message.settings;
        return;
      case "ghosts":
        this.ghosts.shown = message.ghosts;
        return;
      case "suggestions":
        this.suggestions.receive(message.round, message.items, message.done);
        return;
      case "peeked":
        this.suggestions.learn(message.peek);
        return;
      case "accepted":
        this.failure = null;
        this.expansion = null;
        compositor.accepted(message.queued ?? false);
        return;
      case "returned":
        if (message.session_id === thread.session?.id) compositor.returned(message.draft, message.replaces ?? false);
        return;
      case "refused":
        compositor.refused(message.draft);
        this.failure = message.failure;
        return;
      case "failure":
        this.failure = message.failure;
        return;
      default:
        message satisfies never;
    }
  }
}
