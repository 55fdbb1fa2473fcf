// Offers automatic context for the unsent message, and updates the offers as the editor and the draft change.
import * as vscode from "vscode";
import { automaticContexts } from "../../acquire/policy.ts";
import { givesKnownCommand } from "../../message/given-command.ts";
import type { KnownPart } from "../../message/part.ts";
import { type ContextPart, contextNameOf } from "../../message/resolved.ts";
import { wordsOf } from "../../text/part-words.ts";
import type { ContextOffer, ContextOfferAction } from "../../protocol/context-offer.ts";
import type { ContextOffersNeeds } from "./needs.ts";
import type { ShownPane } from "./shown-pane.ts";
import * as words from "./words.ts";

/** A changing selection is read after it has been still for this long. */
const SETTLE_MS = 120;

/** A context that may be offered for a draft. */
interface Wanted {
  name: string;
  mode: ContextOffer["mode"];
  draft: readonly KnownPart[];
}

export class ContextOffers implements vscode.Disposable {
  readonly #needs: ContextOffersNeeds;
  readonly #pane: ShownPane;
  readonly #listening: vscode.Disposable[];
  /** Dismissed contexts by name: an offer as the signature of its parts, automatic context as `ANY`. */
  readonly #dismissed = new Map<string, string>();
  #offers: ContextOffer[] = [];
  /** Tell the next result even if nothing has changed: the panel hides accepted offers, or shows another conversation. */
  #tellsAnyway = false;
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
    ];
  }

  /** The shown context that is sent automatically. */
  get automatic(): KnownPart[] {
    return this.#offers.filter(({ mode }) => mode === "always").flatMap(({ parts }) => parts);
  }

  /** Reads the contexts again, soon: call when something may have changed. */
  update(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), SETTLE_MS);
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
    const isCommand = this.#givesCommand(draft);
    const wanted = automaticContexts(this.#needs.automaticNames(), (name) => this.#needs.policyOf(name)).filter(
      ({ mode }) => mode === "ask" || !isCommand,
    );
    // A context that cannot be read now is not offered.
    const found = await Promise.all(
      wanted.map(({ name, mode }) => this.#offerOf(id, { name, mode, draft }).catch(() => [])),
    );
    if (round !== this.#round || id !== this.#pane.id) return;
    const before = this.#offers;
    this.#offers = found.flat();
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

  async #offerOf(conversationId: string, { name, mode, draft }: Wanted): Promise<ContextOffer[]> {
    const parts = await this.#needs.readAutomatic(name);
    if (parts.length === 0 || isInDraft(name, parts, draft)) return [];
    const dismissed = this.#dismissed.get(name);
    if (dismissed === ANY || dismissed === signatureOf(parts)) return [];
    return [
      {
        name,
        mode,
        label: labelOf(name, parts),
        tokens: await this.#needs.tokensIn(conversationId, parts),
        parts,
      },
    ];
  }

  /** Automatic context is for messages only: a command gets only what the user gives it. */
  #givesCommand(draft: readonly KnownPart[]): boolean {
    const { byId } = this.#needs.catalog();
    return givesKnownCommand(draft, (id) => byId.has(id));
  }
}

const ANY = "*";

/** Ignores the time at which a context was read. */
function signatureOf(told: readonly (KnownPart | ContextOffer)[]): string {
  return JSON.stringify(told, (key, value: unknown) => (key === "emitted_at" ? undefined : value));
}

/** The draft mentions the context by name, or contains its parts. */
function isInDraft(name: string, parts: readonly ContextPart[], draft: readonly KnownPart[]): boolean {
  const there = new Set(draft.map((part) => signatureOf([part])));
  const isHere = (part: ContextPart): boolean =>
    there.has(signatureOf([part])) ||
    (part.type === "editor-context" && draft.some((other) => other.type === part.type && other.kind === part.kind));
  return draft.some((part) => contextNameOf(part) === name) || parts.every(isHere);
}

function labelOf(name: string, parts: readonly ContextPart[]): string {
  const [first] = parts;
  if (name === "open") return words.openEditors;
  if (first?.type !== "file-ref") return name;
  const offered = name === "viewport" ? words.offeredVisible : words.offered;
  return offered(wordsOf(first), parts.length - 1);
}
