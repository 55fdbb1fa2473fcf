// One webview and the conversation it shows, with what belongs to the two: the ways into its draft, its figures, its offers.
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
import { DraftDoor } from "./draft/draft-door.ts";
import { DraftMeter } from "./draft-meter.ts";
import { Ghosts } from "./ghosts.ts";
import type { Asker, PaneNeeds } from "./needs.ts";
import type { PanelPort } from "./panel.ts";
import type { ShownPane, ShownPanes } from "./shown-pane.ts";
import { TakeIn } from "./draft/take-in.ts";

export class Pane implements ShownPane, Asker, vscode.Disposable {
  readonly panel: PanelPort;
  readonly bridge: Bridge;
  /** Ways into and out of the unsent message. */
  readonly draft: DraftDoor;
  readonly ghosts: Ghosts;
  readonly takeIn: TakeIn;
  readonly #needs: PaneNeeds;
  readonly #meter: DraftMeter;
  #id: string;
  /** The page has not been told yet which conversation the pane shows. */
  #isTurned = true;

  constructor(needs: PaneNeeds, panes: ShownPanes, panel: PanelPort, id: string) {
    this.#needs = needs;
    this.panel = panel;
    this.#id = id;
    this.ghosts = new Ghosts(needs, this);
    this.draft = new DraftDoor(needs, this, panes);
    this.takeIn = new TakeIn(needs, this);
    this.bridge = new Bridge(needs, this, panes);
    this.#meter = new DraftMeter(needs, this, {
      automatic: () => this.ghosts.automatic,
      isFocused: () => panes.focused === this,
    });
  }

  /** Of the conversation it shows. */
  get id(): string {
    return this.#id;
  }

  get conversation(): Conversation {
    return this.#needs.conversation(this.#id);
  }

  /** Lets the Shelf add to the unsent message and remove from it. */
  get message() {
    const { takeIn, draft } = this;
    return {
      addFiles: (uris: readonly vscode.Uri[]): Promise<void> => takeIn.addFiles(uris),
      addDropped: (taken: Incoming): Promise<void> => takeIn.addDropped(taken),
      addParts: (parts: readonly KnownPart[]): Promise<void> => draft.addParts(parts, "end"),
      removePart: (part: KnownPart, nth: number): void => {
        draft.removePart(part, nth);
      },
    };
  }

  /** From now on this conversation; the webview learns of it with the next `refresh`. */
  turnTo(id: string): void {
    if (id !== this.#id) this.#isTurned = true;
    this.#id = id;
  }

  /** The conversation as it is stored now. */
  refresh({ replacesDraft = false, isNewPage = false } = {}): void {
    const snapshot = this.conversation.snapshot();
    const boundary = boundaryOf(this.#needs.store, snapshot.session);
    this.post({
      type: "snapshot",
      snapshot: { ...snapshot, ...(boundary !== undefined && { boundary }) },
      ...(replacesDraft && { replace_draft: true }),
    });
    // A page ignores what was said of the conversation before: it may not know the newest commands and offers.
    if (this.#isTurned || isNewPage) {
      this.tellCommands();
      this.ghosts.turned();
    }
    this.#isTurned = false;
    void this.measure();
  }

  /** What can be given as a command in the conversation. */
  tellCommands(): void {
    this.post({ type: "catalog", session_id: this.#id, commands: this.#needs.commandSpecs(this.#id) });
  }

  post(message: ToWebview): void {
    this.panel.post(message);
  }

  fail(failure: Failure, sessionId = this.#id): void {
    this.#needs.log.error(`${failure.stage}/${failure.code}: ${failure.message}`);
    this.post({ type: "failure", session_id: sessionId, failure });
  }

  /** Without a draft: something else has changed that the meter, the Shelf and the inspector show. */
  measure(draft?: Draft): Promise<void> {
    this.ghosts.update();
    return this.#meter.measure(draft);
  }

  readResource(server: string, uri: string): Promise<Resolved> {
    return this.#needs.readResource(server, uri);
  }

  /** What a part would cost here. */
  tokensIn(part: KnownPart): Promise<number | undefined> {
    return this.#needs.tokensIn(this.#id, [part]);
  }

  dispose(): void {
    this.ghosts.dispose();
    this.#meter.dispose();
    this.takeIn.clear();
  }
}
