// Ways into and out of the unsent message: through the panel when it is open, else through what is stored.
import { KnownPart } from "../../message/part.ts";
import { storeAttachments } from "../../persist/contents/attachments.ts";
import { partKey } from "../../protocol/draft.ts";
import type { ConversationNeeds } from "./needs.ts";
import type { DraftPort, ShownPane } from "./shown-pane.ts";
import { attachmentLimits } from "../settings/settings.ts";
import { DRAFT_INLINE_BYTES } from "./transfers.ts";

export class DraftDoor implements DraftPort {
  readonly #needs: ConversationNeeds;
  readonly #pane: Omit<ShownPane, "draft">;

  constructor(needs: ConversationNeeds, pane: Omit<ShownPane, "draft">) {
    this.#needs = needs;
    this.#pane = pane;
  }

  /** Shows and focuses the panel, so that the user can continue typing. */
  async insertAtCaret(parts: KnownPart[]): Promise<void> {
    await this.#pane.panel.reveal();
    this.#pane.post({ type: "insert", parts, at: "caret" });
    this.#pane.post({ type: "focus" });
  }

  /** Inserts into the draft at `at` if the panel is open; otherwise appends to the stored draft. */
  async addParts(raw: readonly unknown[], at: "caret" | "end"): Promise<void> {
    await this.addTo(
      this.#pane.id,
      raw.map((part) => KnownPart.parse(part)),
      at,
    );
  }

  /** Large attachments are stored first: a draft is written at every pause of the typing, and carries none of them. */
  async addTo(sessionId: string, given: readonly KnownPart[], at: "caret" | "end"): Promise<void> {
    const { inlineBytes, sessionInlineBytes } = attachmentLimits();
    const limits = { inlineBytes: Math.min(inlineBytes, DRAFT_INLINE_BYTES), sessionInlineBytes };
    const parts = await storeAttachments(this.#needs.store, sessionId, given, limits);
    const session = this.#needs.conversation(sessionId);
    if (this.#pane.panel.isOpen && sessionId === this.#pane.id) this.#pane.post({ type: "insert", parts, at });
    else this.#replaceDraft([...session.draft().parts, ...parts], sessionId);
  }

  /** Out of the draft: of equal parts the one that has as many of them before it. */
  removePart(part: KnownPart, nth: number): void {
    if (this.#pane.panel.isOpen) {
      this.#pane.post({ type: "remove", part, nth });
      return;
    }
    let left = nth;
    const isIt = (other: KnownPart): boolean => partKey(other) === partKey(part) && left-- === 0;
    this.#replaceDraft(this.#pane.session.draft().parts.filter((other) => !isIt(other)));
  }

  /** For a draft that no open panel shows. */
  #replaceDraft(parts: KnownPart[], sessionId = this.#pane.id): void {
    this.#needs.conversation(sessionId).saveDraft({ parts });
    void this.#pane.measure();
  }
}
