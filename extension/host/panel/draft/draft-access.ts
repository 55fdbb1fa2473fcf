// Adds to the unsent message and removes from it: in the page if it is open, otherwise in the stored draft.
import { KnownPart } from "../../../message/part.ts";
import { storeAttachments } from "../../../persist/contents/attachments.ts";
import { partKey } from "../../../protocol/draft.ts";
import type { ConversationNeeds } from "../needs.ts";
import type { DraftPort, ShownPane, ShownPanes } from "../shown-pane.ts";
import { attachmentLimits } from "../../settings/settings.ts";
import { DRAFT_INLINE_BYTES } from "./transfers.ts";

export class DraftAccess implements DraftPort {
  readonly #needs: ConversationNeeds;
  readonly #pane: Omit<ShownPane, "draft">;
  readonly #panes: Pick<ShownPanes, "of">;

  constructor(needs: ConversationNeeds, pane: Omit<ShownPane, "draft">, panes: Pick<ShownPanes, "of">) {
    this.#needs = needs;
    this.#pane = pane;
    this.#panes = panes;
  }

  /** Shows and focuses the panel, so that the user can continue typing. */
  async insertAtCaret(parts: KnownPart[]): Promise<void> {
    const { id } = this.#pane;
    await this.#pane.panel.reveal();
    await this.addTo(id, parts, "caret");
    this.#pane.post({ type: "focus" });
  }

  /** Inserts into the draft at `at` if a page shows it; otherwise appends to the stored draft. */
  async addParts(raw: readonly unknown[], at: "caret" | "end"): Promise<void> {
    await this.addTo(
      this.#pane.id,
      raw.map((part) => KnownPart.parse(part)),
      at,
    );
  }

  /** Stores large attachments first, so that the draft, which is saved at every pause in typing, stays small. */
  async addTo(conversationId: string, given: readonly KnownPart[], at: "caret" | "end"): Promise<void> {
    const { inlineBytes, sessionInlineBytes } = attachmentLimits();
    const limits = { inlineBytes: Math.min(inlineBytes, DRAFT_INLINE_BYTES), sessionInlineBytes };
    const parts = await storeAttachments(this.#needs.store, conversationId, given, limits);
    const pane = this.#panes.of(conversationId);
    if (pane?.panel.isReady === true) pane.post({ type: "insert", session_id: conversationId, parts, at });
    else this.#replaceDraft(conversationId, [...this.#needs.conversation(conversationId).input.draft.parts, ...parts]);
  }

  /** Removes the part that has `nth` equal parts before it. */
  removePart(part: KnownPart, nth: number): void {
    const { id } = this.#pane;
    if (this.#pane.panel.isReady) {
      this.#pane.post({ type: "remove", session_id: id, part, nth });
      return;
    }
    let left = nth;
    const isIt = (other: KnownPart): boolean => partKey(other) === partKey(part) && left-- === 0;
    this.#replaceDraft(
      id,
      this.#pane.conversation.input.draft.parts.filter((other) => !isIt(other)),
    );
  }

  /** For a draft that no page shows. */
  #replaceDraft(conversationId: string, parts: KnownPart[]): void {
    this.#needs.conversation(conversationId).input.save({ parts });
    void this.#panes.of(conversationId)?.measure();
  }
}
