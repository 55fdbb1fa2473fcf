// Offers automatic context for the unsent message, and updates the offers while a view shows them.
import * as vscode from "vscode";
import { type FoundContext, signatureOf } from "../../acquire/automatic.ts";
import type { KnownPart } from "../../message/part.ts";
import type { ContextPart } from "../../message/resolved.ts";
import { wordsOf } from "../../text/part-words.ts";
import type { ContextOffer, ContextOfferAction } from "../../protocol/context-offer.ts";
import type { ContextOffersNeeds } from "./needs.ts";
import type { ShownPane } from "./shown-pane.ts";
import * as words from "./words.ts";

/** A changing selection is read after it has been still for this long. */
const SETTLE_MS = 120;

export class ContextOffers implements vscode.Disposable {
  readonly #needs: ContextOffersNeeds;
  readonly #pane: ShownPane;
  readonly #listening: vscode.Disposable[];
  /** Dismissed contexts by name: an offer as the signature of its parts, automatic context as `ANY`. */
  readonly #dismissed = new Map<string, string>();
  #offers: ContextOffer[] = [];
  /** Tell the next result even if nothing has changed: the panel hides accepted offers, or shows another conversation. */
  #tellsAnyway = false;
  /** Something may have changed while no view showed the offers. */
  #isBehind = true;
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(needs: ContextOffersNeeds, pane: ShownPane) {
    this.#needs = needs;
    this.#pane = pane;
    const update = (): void => this.update();
    this.#listening = [
      needs.onAutomaticChange(update),
      vscode.window.onDidChangeTextEditorSelection(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update),
      vscode.languages.onDidChangeDiagnostics(update),
      pane.panel.onDidChangeVisibility(() => {
        if (this.#isBehind) this.update();
      }),
    ];
  }

  /** The context that is sent automatically, as it was last shown. */
  get automatic(): KnownPart[] {
    return this.#offers.filter(({ mode }) => mode === "always").flatMap(({ parts }) => parts);
  }

  /** The context that would be sent with the draft now, read again; also if no page shows it. */
  async readAutomatic(): Promise<KnownPart[]> {
    const found = await this.#needs.findAutomatic(this.#pane.conversation.input.draft.parts);
    return found.filter((one) => one.mode === "always" && !this.#isDismissed(one)).flatMap(({ parts }) => parts);
  }

  /** As it is shown; read again if no view shows it. */
  async currentAutomatic(): Promise<KnownPart[]> {
    return this.#isBehind ? this.readAutomatic() : this.automatic;
  }

  /** Reads the contexts again: soon, or when a view shows them. Call when something may have changed. */
  update(): void {
    clearTimeout(this.#timer);
    this.#isBehind = !this.#pane.panel.isVisible && !this.#needs.isRequestShown();
    // Reading may start Git, and is not worth it with every key of a user who does not see the result.
    if (!this.#isBehind) this.#timer = setTimeout(() => void this.#read(), SETTLE_MS);
  }

  /** For a page that knows no offers yet. */
  tell(): void {
    this.#tell();
    this.update();
  }

  /** Tells the next result even if nothing has changed: the pane shows another conversation. */
  tellAgain(): void {
    this.#tellsAnyway = true;
  }

  act({ name, action }: Pick<ContextOfferAction, "name" | "action">): void {
    if (!this.#needs.automaticNames().includes(name)) return;
    const offer = this.#offers.find((one) => one.name === name);
    if (action !== "dismiss") this.#needs.choosePolicy(name, action);
    else if (offer !== undefined) this.#dismissed.set(name, offer.mode === "always" ? ANY : signatureOf(offer.parts));
    this.update();
  }

  /** The message is sent: dismissed contexts are offered again for the next one. */
  sent(): void {
    this.#dismissed.clear();
    this.#tellsAnyway = true;
    this.update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listening of this.#listening) listening.dispose();
  }

  async #read(): Promise<void> {
    const round = ++this.#round;
    const { id, conversation } = this.#pane;
    const draft = conversation.input.draft.parts;
    const found = (await this.#needs.findAutomatic(draft)).filter((one) => !this.#isDismissed(one));
    // A context that cannot be measured now is not offered.
    const offers = await Promise.all(found.map((one) => this.#offerOf(id, one).catch(() => [])));
    if (round !== this.#round || id !== this.#pane.id) return;
    const before = this.#offers;
    this.#offers = offers.flat();
    if (signatureOf(before) === signatureOf(this.#offers) && !this.#tellsAnyway) return;
    this.#tellsAnyway = false;
    this.#tell();
    const isAutomatic = (offers: readonly ContextOffer[]): string =>
      signatureOf(offers.filter(({ mode }) => mode === "always"));
    if (isAutomatic(before) !== isAutomatic(this.#offers)) void this.#pane.measure({ parts: draft });
  }

  #tell(): void {
    const session_id = this.#pane.id;
    this.#pane.post({ type: "context-offers", session_id, offers: this.#offers });
    this.#needs.tellOffers(session_id, this.#offers);
  }

  #isDismissed({ name, parts }: FoundContext): boolean {
    const dismissed = this.#dismissed.get(name);
    return dismissed === ANY || dismissed === signatureOf(parts);
  }

  async #offerOf(conversationId: string, { name, mode, parts }: FoundContext): Promise<ContextOffer[]> {
    const tokens = await this.#needs.tokensIn(conversationId, parts);
    return [{ name, mode, label: labelOf(name, parts), tokens, parts }];
  }
}

const ANY = "*";

function labelOf(name: string, parts: readonly ContextPart[]): string {
  const [first] = parts;
  if (name === "open") return words.openEditors;
  if (first?.type !== "file-ref") return name;
  const offered = name === "viewport" ? words.offeredVisible : words.offered;
  return offered(wordsOf(first), parts.length - 1);
}
