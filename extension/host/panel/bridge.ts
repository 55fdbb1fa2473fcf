// Parses the messages of a page, and passes each to the conversation or the pane it is about.
import type { Failure } from "../../message/failure.ts";
import { mayGiveCommand } from "../../message/given-command.ts";
import type { Result } from "../../message/result.ts";
import { UNTITLED } from "../../message/conversation.ts";
import { readSummary } from "../../persist/conversations.ts";
import { reasonOf } from "../../text/reason.ts";
import type { Draft } from "../../protocol/draft.ts";
import { ToHost } from "../../protocol/to-host.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Submitted } from "../../turn/conversation/submission.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import { textOfChip } from "./draft/chip-text.ts";
import { mayNameIgnored, NOT_CONFIRMED } from "../files/ask-ignored.ts";
import { paneFocus } from "../window/pane-focus.ts";
import type { ContextOffers } from "./context-offers.ts";
import type { Asker, BridgeNeeds } from "./needs.ts";
import { openEditor } from "./open-editor.ts";
import { actOnTurn, actInWindow } from "./requests.ts";
import { runForPage } from "./page/run-for-page.ts";
import type { PageShrinker } from "./page/page-shrinker.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import type { DraftAdditions } from "./draft/draft-additions.ts";
import { noteTried } from "./tried.ts";
import { panelSettings } from "../settings/settings.ts";
import * as words from "./words.ts";

type PaneRequest = Extract<
  ToHost,
  {
    type:
      | ("take-uris" | "file-chunk" | "attach" | "not-inserted" | "find-source" | "as-text")
      | ("earlier" | "suggest" | "peek" | "complete" | "context-offer");
  }
>;

/** The pane that shows the page. */
interface OwnPane extends ShownPane, Asker {
  post(message: ToWebview): void;
  readonly contextOffers: ContextOffers;
  readonly additions: DraftAdditions;
  readonly shrinker: PageShrinker;
  /** Sends the page the conversation as it is stored now. `isNewPage`: the page knows nothing yet. */
  refresh(options?: { isNewPage?: boolean }): void;
}

export class Bridge {
  readonly #needs: BridgeNeeds;
  readonly #pane: OwnPane;
  readonly #panes: ShownPanes;

  constructor(needs: BridgeNeeds, pane: OwnPane, panes: ShownPanes) {
    this.#needs = needs;
    this.#pane = pane;
    this.#panes = panes;
  }

  /** Never rejects: the panel shows an error, and the log has it. */
  async receive(raw: unknown): Promise<void> {
    const parsed = ToHost.safeParse(raw);
    if (!parsed.success) {
      this.#needs.log.warn(`Rejected a message from the panel: ${parsed.error.message}`);
      return;
    }
    if (!WITHOUT_USER.has(parsed.data.type)) this.#panes.use(this.#pane);
    try {
      await this.#handle(parsed.data);
    } catch (error) {
      // The page already shows the new conversation, even if the pane could not.
      const shown = parsed.data.type === "new" ? parsed.data.session_id : this.#pane.id;
      this.#pane.fail(unexpected(error), shown);
    }
  }

  async #handle(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#initializePage();
        return;
      case "draft":
        this.#needs.conversation(message.session_id).input.save(message.draft);
        this.#findCommands(message.session_id, message.draft.parts);
        noteTried(message.draft.parts);
        if (message.draft.parts.length > 0) this.#needs.prepareToSend(message.session_id);
        // The pane may show another conversation by now.
        return message.session_id === this.#pane.id ? this.#pane.measure(message.draft) : undefined;
      case "submit":
        return this.#submit(message.session_id, message.draft, message.steers ?? false);
      case "stop":
      case "queue":
      case "queue-move":
      case "cancel-edit":
      case "resume":
      case "reply":
      case "undo-cancel":
        actOnTurn(this.#needs.conversation(message.session_id), message);
        return;
      case "focused":
        paneFocus.took(this.#pane);
        return;
      case "blurred":
        paneFocus.lost(this.#pane);
        return;
      case "input-focus":
        await paneFocus.typing(this.#pane, message.has);
        if (message.has) this.#pane.post({ type: "keys-bound" });
        return;
      case "room":
        this.#panes.hasRoom = message.has;
        return;
      case "close":
        this.#panes.close(this.#pane);
        return;
      case "new":
        this.#panes.show(message.session_id);
        return;
      case "run":
        // Set API Key is for the provider of this conversation's model.
        await runForPage(message.command, this.#pane.conversation.modelProvider);
        return;
      case "shrunk":
        this.#pane.shrinker.answered(message);
        return;
      case "fault":
        this.#needs.log.error(`The panel reported: ${message.message}`);
        return;
      case "take-uris":
      case "file-chunk":
      case "attach":
      case "not-inserted":
      case "find-source":
      case "as-text":
      case "earlier":
      case "suggest":
      case "peek":
      case "complete":
      case "context-offer":
        return this.#answer(message);
      default:
        return actInWindow(this.#needs, this.#panes, message);
    }
  }

  /** Sends a new page everything it shows, and ends the transfers of the page before it. */
  #initializePage(): void {
    this.#pane.additions.clear();
    this.#pane.shrinker.clear();
    this.#pane.post({ type: "settings", settings: panelSettings() });
    this.#pane.post({ type: "open-editor", editor: openEditor() });
    this.#pane.refresh({ isNewPage: true });
    this.#pane.panel.markReady();
    this.#needs.warmSuggestions();
    // The page does not report a restored draft until the user types.
    this.#findCommands(this.#pane.id, this.#pane.conversation.input.draft.parts);
    this.#needs.meetAgent(this.#pane.id);
    this.#pane.contextOffers.tell();
  }

  /** If the draft begins a command, starts the servers and the agent that may offer it. */
  #findCommands(conversationId: string, parts: Draft["parts"]): void {
    if (mayGiveCommand(parts)) this.#needs.findCommands(conversationId);
  }

  /** Answers a request to the page that made it, or changes the page's draft. */
  async #answer(message: PaneRequest): Promise<void> {
    switch (message.type) {
      case "take-uris":
        if (message.pins === true) {
          this.#pane.additions.pinUris(message.uris);
          return;
        }
        return this.#pane.additions.takeUris(message.session_id, message.uris);
      case "file-chunk":
        return this.#pane.additions.takeChunk(message);
      case "attach":
        return this.#pane.additions.attach(message.session_id);
      case "not-inserted":
        // Send the snapshot first: the page takes parts only for the conversation that it shows.
        if (message.session_id === this.#pane.id) this.#pane.refresh();
        return this.#pane.draft.addTo(message.session_id, message.parts, "end");
      case "find-source":
        this.#pane.additions.findSource(message);
        return;
      case "as-text": {
        const { session_id, id, part } = message;
        const text = await textOfChip(part);
        this.#pane.post({ type: "replace", session_id, id, parts: [{ type: "text", text }] });
        return;
      }
      case "earlier": {
        const page = this.#needs.conversation(message.session_id).earlier(message.before);
        this.#pane.post({ type: "earlier", session_id: message.session_id, ...page });
        return;
      }
      case "suggest":
        this.#needs.suggest(message, this.#pane);
        return;
      case "peek":
        return this.#needs.peek(message.key, message.part, this.#pane);
      case "complete":
        return this.#needs.complete(message, (answer) => {
          this.#pane.post(answer);
        });
      case "context-offer":
        this.#pane.contextOffers.act(message);
        return;
      default:
        message satisfies never;
    }
  }

  async #submit(conversationId: string, draft: Draft, steers: boolean): Promise<void> {
    const submitting = this.#submitInOrder(conversationId, draft, steers);
    this.#needs.prepareToSend(conversationId);
    const result = await submitting;
    if (result === undefined) return;
    if (result.ok) this.#pane.contextOffers.sent();
    // Look up the pane again: the user may have closed the conversation, reopened it, or moved it into a tab.
    const pane = this.#panes.of(conversationId);
    const of = { session_id: conversationId };
    if (!result.ok) {
      if (pane === undefined) this.#refusedElsewhere(conversationId, result.failure);
      else pane.post({ type: "refused", ...of, draft, failure: result.failure });
      return;
    }
    pane?.post({ type: "accepted", ...of, ...result.value });
    // The draft no longer holds what was sent.
    await pane?.measure(pane.conversation.input.draft);
  }

  /** Notifies the user, because no input shows the draft. Silent if the user stopped the message. */
  #refusedElsewhere(conversationId: string, { action, ...failure }: Failure): void {
    if (failure.code === "stopped") return;
    const title = readSummary(this.#needs.store, conversationId)?.title ?? UNTITLED;
    const message = words.refusedElsewhere(failure.message, title);
    this.#panes.focused.fail({ ...failure, message });
  }

  /**
   * Submits the messages of a conversation in their order, even if the user must confirm one first.
   * `undefined`: the draft was an action, which has run. Never rejects: the page has already cleared the draft.
   */
  async #submitInOrder(conversationId: string, draft: Draft, steers: boolean): Promise<Result<Submitted> | undefined> {
    try {
      const conversation = this.#needs.conversation(conversationId);
      return await conversation.input.inLine(draft, () => this.#runOrSubmit(conversation, draft, steers));
    } catch (error) {
      return { ok: false, failure: unexpected(error) };
    }
  }

  /** Runs the action that the draft gives, if any; otherwise submits it, after the user confirms ignored files. */
  async #runOrSubmit(
    conversation: Conversation,
    draft: Draft,
    steers: boolean,
  ): Promise<Result<Submitted> | undefined> {
    const failed = (error: unknown): void => {
      this.#panes.focused.fail(unexpected(error));
    };
    try {
      const action = await this.#needs.carryOut(conversation.id, draft, failed);
      if (action === "done") return undefined;
      if (action === "none" && (await mayNameIgnored(this.#needs.workspaceState, draft.parts)))
        return await conversation.input.submit(draft, steers);
    } catch (error) {
      return conversation.input.refuse(draft, unexpected(error));
    }
    return conversation.input.refuse(draft, NOT_CONFIRMED);
  }
}

/** Messages that a page posts without the user, or when it loses the focus. Any other means that the user is in the page. */
const WITHOUT_USER: ReadonlySet<ToHost["type"]> = new Set([
  "ready",
  "room",
  "draft",
  "earlier",
  "fault",
  "peek",
  "shrunk",
  "blurred",
  "not-inserted",
]);

const unexpected = (error: unknown): Failure => ({
  stage: "turn",
  code: "unexpected",
  message: reasonOf(error),
  retryable: true,
});
