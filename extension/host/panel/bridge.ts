// What the webview asks, parsed and passed to the session it is about.
import * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import { mayGiveCommand } from "../../message/given-command.ts";
import type { Result } from "../../message/result.ts";
import { UNTITLED } from "../../message/session.ts";
import { readSession } from "../../persist/sessions.ts";
import { reasonOf } from "../../text/reason.ts";
import type { Draft } from "../../protocol/draft.ts";
import { type RunCommand, ToHost } from "../../protocol/to-host.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Submitted } from "../../turn/conversation/submission.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import { textOfChip } from "./draft/chip-text.ts";
import { mayNameIgnored, NOT_CONFIRMED } from "../files/ask-ignored.ts";
import { paneFocus } from "../window/pane-focus.ts";
import type { Ghosts } from "./ghosts.ts";
import type { Asker, BridgeNeeds } from "./needs.ts";
import { askTurn, askWindow } from "./requests.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import type { TakeIn } from "./draft/take-in.ts";
import { panelSettings } from "../settings/settings.ts";

type OfPane = Extract<
  ToHost,
  {
    type:
      | ("take-uris" | "file-chunk" | "attach" | "not-inserted" | "find-source" | "as_text")
      | ("earlier" | "suggest" | "peek" | "complete" | "ghost");
  }
>;

/** The pane whose page it is. */
interface OwnPane extends ShownPane, Asker {
  post(message: ToWebview): void;
  readonly ghosts: Ghosts;
  readonly takeIn: TakeIn;
  /** Tells the page the conversation as it is stored now. `isNewPage`: it knows nothing yet. */
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

  /** Never rejects: what goes wrong is told to the panel and logged. */
  async receive(raw: unknown): Promise<void> {
    const parsed = ToHost.safeParse(raw);
    if (!parsed.success) {
      this.#needs.log.warn(`Rejected a message from the panel: ${parsed.error.message}`);
      return;
    }
    if (!BY_ITSELF.has(parsed.data.type)) this.#panes.use(this.#pane);
    try {
      await this.#handle(parsed.data);
    } catch (error) {
      // The page shows what it has begun, even if the pane cannot.
      const shown = parsed.data.type === "new" ? parsed.data.session_id : this.#pane.id;
      this.#pane.fail(unexpected(error), shown);
    }
  }

  async #handle(message: ToHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#greet();
        return;
      case "draft":
        this.#needs.conversation(message.session_id).input.save(message.draft);
        this.#findCommands(message.session_id, message.draft.parts);
        // One that was left with another conversation is that one's.
        return message.session_id === this.#pane.id ? this.#pane.measure(message.draft) : undefined;
      case "submit":
        return this.#submit(message.session_id, message.draft, message.steers ?? false);
      case "stop":
      case "queue":
      case "queue-move":
      case "cancelEdit":
      case "resume":
      case "reply":
      case "undoCancel":
        askTurn(this.#needs.conversation(message.session_id), message);
        return;
      case "focused":
        paneFocus.took(this.#pane);
        return;
      case "blurred":
        paneFocus.lost(this.#pane);
        return;
      case "new":
        this.#panes.show(message.session_id);
        return;
      case "run":
        await (message.command === "manageTrust"
          ? vscode.commands.executeCommand("workbench.trust.manage")
          : vscode.commands.executeCommand(`galley.${message.command}`, ...this.#argumentsOf(message.command)));
        return;
      case "fault":
        this.#needs.log.error(`The panel reported: ${message.message}`);
        return;
      case "take-uris":
      case "file-chunk":
      case "attach":
      case "not-inserted":
      case "find-source":
      case "as_text":
      case "earlier":
      case "suggest":
      case "peek":
      case "complete":
      case "ghost":
        return this.#answer(message);
      default:
        return askWindow(this.#needs, this.#panes, message);
    }
  }

  /** A page is there: it learns all it shows, and nothing of the one before it goes on. */
  #greet(): void {
    this.#pane.takeIn.clear();
    this.#pane.post({ type: "settings", settings: panelSettings() });
    this.#pane.refresh({ isNewPage: true });
    this.#pane.panel.markReady();
    this.#needs.warmSuggestions();
    // The page does not report a restored draft until the user types.
    this.#findCommands(this.#pane.id, this.#pane.conversation.input.draft.parts);
    this.#needs.meetAgent(this.#pane.id);
    this.#pane.ghosts.tell();
  }

  /** If the draft begins a command, starts the servers and the agent that may offer it. */
  #findCommands(sessionId: string, parts: Draft["parts"]): void {
    if (mayGiveCommand(parts)) this.#needs.findCommands(sessionId);
  }

  /** What the page it came from is answered with, or what comes into its message. */
  async #answer(message: OfPane): Promise<void> {
    switch (message.type) {
      case "take-uris":
        if (message.pins === true) {
          this.#pane.takeIn.pinUris(message.uris);
          return;
        }
        return this.#pane.takeIn.takeUris(message.session_id, message.uris);
      case "file-chunk":
        return this.#pane.takeIn.takeChunk(message);
      case "attach":
        return this.#pane.takeIn.attach(message.session_id);
      case "not-inserted":
        // The page takes in what the pane shows before it gets the parts again.
        if (message.session_id === this.#pane.id) this.#pane.refresh();
        return this.#pane.draft.addTo(message.session_id, message.parts, "end");
      case "find-source":
        this.#pane.takeIn.findSource(message.paste, message.text);
        return;
      case "as_text": {
        const session_id = this.#pane.id;
        const text = await textOfChip(message.part);
        this.#pane.post({ type: "replace", session_id, id: message.id, parts: [{ type: "text", text }] });
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
      case "ghost":
        this.#pane.ghosts.act(message);
        return;
      default:
        message satisfies never;
    }
  }

  /** A key is asked for the provider that wants it. */
  #argumentsOf(command: RunCommand): unknown[] {
    return command === "setApiKey" ? [this.#pane.conversation.modelProvider] : [];
  }

  async #submit(sessionId: string, draft: Draft, steers: boolean): Promise<void> {
    const result = await this.#take(sessionId, draft, steers);
    if (result === undefined) return;
    if (result.ok) this.#pane.ghosts.sent();
    // Look up the pane again: the user may have closed the conversation, reopened it, or moved it into a tab.
    const pane = this.#panes.of(sessionId);
    const of = { session_id: sessionId };
    if (!result.ok) {
      if (pane === undefined) this.#refusedElsewhere(sessionId, result.failure);
      else pane.post({ type: "refused", ...of, draft, failure: result.failure });
      return;
    }
    pane?.post({ type: "accepted", ...of, ...result.value });
    // The draft no longer holds what was sent.
    await pane?.measure(pane.conversation.input.draft);
  }

  /** Notifies the user, because no input shows the draft. Silent if the user stopped the message. */
  #refusedElsewhere(sessionId: string, { action, ...failure }: Failure): void {
    if (failure.code === "stopped") return;
    const title = readSession(this.#needs.store, sessionId)?.title ?? UNTITLED;
    const message = `${failure.message} Your message is back in the input of “${title}”.`;
    this.#panes.focused.fail({ ...failure, message });
  }

  /**
   * Messages of a conversation go in the order in which they were sent, however long one is asked about.
   * `undefined`: the draft was an action, which was carried out. Never rejects: the page has already cleared the draft.
   */
  async #take(sessionId: string, draft: Draft, steers: boolean): Promise<Result<Submitted> | undefined> {
    try {
      const conversation = this.#needs.conversation(sessionId);
      return await conversation.input.inLine(draft, () => this.#look(conversation, draft, steers));
    } catch (error) {
      return { ok: false, failure: unexpected(error) };
    }
  }

  async #look(conversation: Conversation, draft: Draft, steers: boolean): Promise<Result<Submitted> | undefined> {
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

/** Messages that a page posts without the user, or when it loses the focus. All others mean that the user is in it. */
const BY_ITSELF: ReadonlySet<ToHost["type"]> = new Set([
  "ready",
  "draft",
  "earlier",
  "fault",
  "peek",
  "blurred",
  "not-inserted",
]);

const unexpected = (error: unknown): Failure => ({
  stage: "turn",
  code: "unexpected",
  message: reasonOf(error),
  retryable: true,
});
