// One webview and the conversation it shows, with its draft, its meter and its context offers.
import type * as vscode from "vscode";
import type { Failure } from "../../message/failure.ts";
import type { KnownPart } from "../../message/part.ts";
import type { Resolved } from "../../message/resolved.ts";
import type { Draft } from "../../protocol/draft.ts";
import type { ToWebview } from "../../protocol/to-webview.ts";
import type { Conversation } from "../../turn/conversation/conversation.ts";
import type { Incoming } from "../files/incoming.ts";
import { boundaryOf } from "./boundary.ts";
import { Bridge } from "./bridge.ts";
import { DraftAccess } from "./draft/draft-access.ts";
import { DraftMeter } from "./draft-meter.ts";
import { ContextOffers } from "./context-offers.ts";
import type { Asker, PaneNeeds } from "./needs.ts";
import { PacedPosts } from "./page/paced-posts.ts";
import { PageShrinker } from "./page/page-shrinker.ts";
import type { PanelPort } from "./panel.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import { DraftAdditions } from "./draft/draft-additions.ts";

export class Pane implements ShownPane, Asker, vscode.Disposable {
  readonly panel: PanelPort;
  readonly bridge: Bridge;
  /** Adds to the unsent message and removes from it. */
  readonly draft: DraftAccess;
  readonly contextOffers: ContextOffers;
  readonly additions: DraftAdditions;
  readonly shrinker = new PageShrinker((message) => {
    this.post(message);
  });
  readonly #posts = new PacedPosts((message) => {
    this.panel.post(message);
  });
  readonly #needs: PaneNeeds;
  readonly #meter: DraftMeter;
  #id: string;
  /** The page does not know yet which conversation the pane shows. */
  #isPageBehind = true;

  constructor(needs: PaneNeeds, panes: ShownPanes, panel: PanelPort, id: string) {
    this.#needs = needs;
    this.panel = panel;
    this.#id = id;
    this.contextOffers = new ContextOffers(needs, this);
    this.draft = new DraftAccess(needs, this, panes);
    this.additions = new DraftAdditions(needs, this);
    this.bridge = new Bridge(needs, this, panes);
    this.#meter = new DraftMeter(needs, this, {
      automatic: () => this.contextOffers.automatic,
      isFocused: () => panes.focused === this,
    });
  }

  /** The id of the conversation that the pane shows. */
  get id(): string {
    return this.#id;
  }

  get conversation(): Conversation {
    return this.#needs.conversation(this.#id);
  }

  /** Lets the Shelf add to the unsent message and remove from it. */
  get message() {
    const { additions, draft } = this;
    return {
      addFiles: (uris: readonly vscode.Uri[]): Promise<void> => additions.addFiles(uris),
      addDropped: (taken: Incoming): Promise<void> => additions.addDropped(taken),
      addParts: (parts: readonly KnownPart[]): Promise<void> => draft.addParts(parts, "end"),
      removePart: (part: KnownPart, nth: number): void => {
        draft.removePart(part, nth);
      },
    };
  }

  /** Shows another conversation; the page learns of it with the next `refresh`. */
  switchTo(id: string): void {
    if (id !== this.#id) this.#isPageBehind = true;
    this.#id = id;
  }

  /** Sends the page the conversation as it is stored now. */
  refresh({ replacesDraft = false, isNewPage = false } = {}): void {
    const snapshot = this.conversation.snapshot();
    const boundary = boundaryOf(this.#needs.store, snapshot.session);
    this.post({
      type: "snapshot",
      snapshot: { ...snapshot, ...(boundary !== undefined && { boundary }) },
      ...(replacesDraft && { replace_draft: true }),
    });
    // The page ignored the commands and offers that came while it showed another conversation.
    if (this.#isPageBehind || isNewPage) {
      this.tellCommands();
      this.contextOffers.tellAgain();
    }
    this.#isPageBehind = false;
    void this.measure();
  }

  /** Sends the page the commands of the conversation. */
  tellCommands(): void {
    this.post({ type: "catalog", session_id: this.#id, commands: this.#needs.commandSpecs(this.#id) });
  }

  post(message: ToWebview): void {
    this.#posts.post(message);
  }

  fail(failure: Failure, conversationId = this.#id): void {
    this.#needs.log.error(`${failure.stage}/${failure.code}: ${failure.message}`);
    this.post({ type: "failure", session_id: conversationId, failure });
  }

  /** Without a draft, reads everything again: a file, a pin or a setting has changed. */
  measure(draft?: Draft): Promise<void> {
    this.contextOffers.update();
    return this.#meter.measure(draft);
  }

  readResource(server: string, uri: string): Promise<Resolved> {
    return this.#needs.readResource(server, uri);
  }

  /** The tokens that a part would cost in this conversation. */
  tokensIn(part: KnownPart): Promise<number | undefined> {
    return this.#needs.tokensIn(this.#id, [part]);
  }

  dispose(): void {
    this.contextOffers.dispose();
    this.#meter.dispose();
    this.#posts.dispose();
    this.additions.clear();
    this.shrinker.clear();
  }
}
