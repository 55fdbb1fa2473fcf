// What the webview asks, parsed and passed to the session it is about.
import * as vscode from "vscode";
import type { Failure } from "../message/failure.ts";
import { reasonOf } from "../message/reason.ts";
import { fileTargetOf } from "../message/file-target.ts";
import type { KnownPart } from "../message/part.ts";
import { resourceOf } from "../message/resolved.ts";
import type { Draft } from "../protocol/draft.ts";
import { ToHost } from "../protocol/to-host.ts";
import { placeOfHref } from "../protocol/place.ts";
import { actOnCode } from "./code-actions.ts";
import { textOfChip } from "./chip-text.ts";
import { mayNameIgnored } from "./ask-ignored.ts";
import { carryOut } from "./command-actions.ts";
import type { Core } from "./core.ts";
import { showPlace } from "./editor.ts";
import { bringBack } from "./sidecar-commands.ts";
import { actOnMessage } from "./message-actions.ts";
import type { Pane } from "./pane.ts";
import { actOnQueue, stopTurn } from "./queue-commands.ts";
import { panelSettings } from "./settings.ts";

export class Bridge {
  readonly #core: Core;
  readonly #pane: Pane;
  #submitting: Promise<void> = Promise.resolve();

  constructor(core: Core, pane: Pane) {
    this.#core = core;
    this.#pane = pane;
  }

  /** Never rejects: what goes wrong is told to the panel and logged. */
  async receive(raw: unknown): Promise<void> {
    const parsed = ToHost.safeParse(raw);
    if (!parsed.success) {
      this.#core.log.warn(`Refused a message of the webview: ${parsed.error.message}`);
      return;
    }
    if (!BY_ITSELF.has(parsed.data.type)) this.#core.panes.use(this.#pane);
    try {
      await this.#handle(parsed.data);
    } catch (error) {
      this.#pane.fail({ stage: "turn", code: "unexpected", message: reasonOf(error), retryable: true });
    }
  }

  async #handle(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#pane.post({ type: "settings", settings: panelSettings() });
        this.#pane.refresh();
        this.#pane.post({ type: "catalog", commands: this.#core.commands.specs(this.#pane.id) });
        this.#pane.panel.markReady();
        this.#core.suggest.warm();
        this.#pane.ghosts.tell();
        return;
      case "draft":
        this.#core.session(message.session_id).saveDraft(message.draft);
        this.#core.offers.typed(message.draft.parts);
        // One that was left with another conversation is that one's.
        return message.session_id === this.#pane.id ? this.#pane.measure(message.draft) : undefined;
      case "submit":
        return this.#inLine(() => this.#submit(message.session_id, message.draft, message.steers ?? false));
      case "stop":
        stopTurn(this.#core, message.session_id, message.how);
        return;
      case "queue":
        actOnQueue(this.#core, message.session_id, message.action, message.message_id);
        return;
      case "queue-move":
        this.#core.session(message.session_id).move(message.message_id, message.before);
        return;
      case "cancelEdit":
        this.#core.session(message.session_id).cancelEdit();
        return;
      case "resume":
        this.#core.session(message.session_id).resume();
        return;
      case "reply":
        this.#core.session(message.session_id).reply(message.call_id, message.reply);
        return;
      case "edits":
        return this.#core.toolbox.edits.act(message);
      case "undoCancel":
        this.#core.session(message.session_id).undoCancel();
        return;
      case "pin":
        this.#core.shelf.pin([message.part], { title: message.title });
        return;
      case "open":
        return openPart(this.#core, message.part);
      case "as_text": {
        const text = await textOfChip(message.part);
        this.#pane.post({ type: "replace", id: message.id, parts: [{ type: "text", text }] });
        return;
      }
      case "take-uris":
        return this.#pane.takeIn.takeUris(message.session_id, message.uris);
      case "file-chunk":
        return this.#pane.takeIn.takeChunk(message);
      case "attach":
        return this.#pane.takeIn.attach(message.session_id);
      case "find-source":
        this.#pane.takeIn.findSource(message.paste, message.text);
        return;
      case "link":
        return openLink(message.href);
      case "code":
        return actOnCode(message);
      case "act":
        return actOnMessage(this.#core, message);
      case "show":
        return this.#core.open(message.session_id);
      case "bring-back":
        return bringBack(this.#core, message.session_id);
      case "close":
        this.#core.panes.closeSide();
        return;
      case "focused":
        return;
      case "earlier": {
        const page = this.#core.session(message.session_id).earlier(message.before);
        this.#pane.post({ type: "earlier", session_id: message.session_id, ...page });
        return;
      }
      case "unpin":
        this.#core.shelf.unpin([message.id]);
        return;
      case "run":
        await vscode.commands.executeCommand(`galley.${message.command}`, ...this.#argumentsOf(message.command));
        return;
      case "suggest":
        this.#core.suggest.ask(message, this.#pane);
        return;
      case "peek":
        return this.#core.suggest.peek(message.key, message.part, this.#pane);
      case "complete":
        return this.#core.offers.complete(message, (answer) => {
          this.#pane.post(answer);
        });
      case "chosen":
        this.#core.suggest.chosen(message.part);
        return;
      case "ghost":
        this.#pane.ghosts.act(message);
        return;
      case "fault":
        this.#core.log.error(`The panel reported: ${message.message}`);
        return;
      default:
        message satisfies never;
    }
  }

  /** Messages go in the order in which they were sent, however long one is asked about. */
  #inLine(work: () => Promise<void>): Promise<void> {
    const done = this.#submitting.then(work);
    this.#submitting = done.catch(() => undefined);
    return done;
  }

  /** A key is asked for the provider that wants it. */
  #argumentsOf(command: string): unknown[] {
    return command === "setApiKey" ? [this.#pane.session.modelProvider] : [];
  }

  async #submit(sessionId: string, draft: Draft, steers: boolean): Promise<void> {
    if (await carryOut(this.#core, sessionId, draft.parts)) return;
    const result = (await mayNameIgnored(this.#core.context.workspaceState, draft.parts))
      ? await this.#core.session(sessionId).submitDraft(draft, steers)
      : { ok: false as const, failure: NOT_CONFIRMED };
    if (result.ok) this.#pane.ghosts.sent();
    // A panel that shows another conversation by now has no use for it: a refused draft is stored with its own.
    if (this.#pane.id !== sessionId) return;
    if (result.ok) this.#pane.post({ type: "accepted", message_id: result.message_id, queued: result.queued });
    else this.#pane.post({ type: "refused", draft, failure: result.failure });
  }
}

/** What a page says by itself, or on being left; whatever else it says is said by a person who uses it. */
const BY_ITSELF: ReadonlySet<ToHost["type"]> = new Set(["ready", "draft", "earlier", "fault", "peek"]);

const NOT_CONFIRMED: Failure = {
  stage: "acquire",
  code: "ignored-file",
  message: "Not sent: remove the file that your ignore rules leave out, or send again and allow it.",
  retryable: false,
};

async function openPart(core: Core, part: KnownPart): Promise<void> {
  const resource = resourceOf(part);
  if (resource !== undefined) return core.offers.show(resource.server, resource.uri);
  const target = fileTargetOf(part);
  if (target !== undefined) return showPlace(target.path, target.range);
  if (part.type === "file-ref" && part.ref.kind === "url") return openLink(part.ref.url);
}

/** Web addresses leave the window, after VS Code asked; anything else is a place in the workspace. */
async function openLink(href: string): Promise<void> {
  if (/^(https?|mailto):/i.test(href)) {
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
    return;
  }
  const place = placeOfHref(href);
  if (place === undefined) throw new Error(`Galley does not open ${href}.`);
  return showPlace(place.path, place.range);
}
