// Adds to the draft what the user drops, pastes or attaches.
import type * as vscode from "vscode";
import type { KnownPart } from "../../../message/part.ts";
import type { FileChunk } from "../../../protocol/file-chunk.ts";
import type { ToHost } from "../../../protocol/to-host.ts";
import { chooseFiles } from "../../window/ask.ts";
import { decodingOf } from "../../files/decoding.ts";
import { largePicture } from "./large-picture.ts";
import { type Incoming, referToList, takeUriList, takeUris } from "../../files/incoming.ts";
import type { DraftAdditionsNeeds } from "../needs.ts";
import type { ShownPane } from "../shown-pane.ts";
import { Transfers } from "./transfers.ts";
import * as words from "../words.ts";

export class DraftAdditions {
  readonly #needs: DraftAdditionsNeeds;
  readonly #pane: ShownPane;
  readonly #transfers: Transfers;

  constructor(needs: DraftAdditionsNeeds, pane: ShownPane) {
    this.#needs = needs;
    this.#pane = pane;
    this.#transfers = new Transfers(needs.store, () => decodingOf(undefined));
  }

  /** Called when the page has closed or was replaced. */
  clear(): void {
    this.#transfers.clear();
  }

  async takeUris(conversationId: string, lines: readonly string[]): Promise<void> {
    await this.#insertRead(conversationId, await takeUriList(lines));
  }

  /** Pins what the user dropped on the panel's line for pins. */
  pinUris(lines: readonly string[]): void {
    const { parts, problems } = referToList(lines);
    if (parts.length > 0) this.#needs.pin(parts);
    if (problems.length === 0) return;
    this.#pane.fail({ stage: "acquire", code: "not-added", message: problems.join(" "), retryable: false });
  }

  async attach(conversationId: string): Promise<void> {
    const chosen = await chooseFiles({
      title: words.attachTitle,
      openLabel: words.attachButton,
      canSelectMany: true,
      canSelectFiles: true,
      canSelectFolders: true,
    });
    if (chosen === undefined) return;
    await this.#insertRead(conversationId, await takeUris(chosen));
    this.#pane.post({ type: "focus" });
  }

  /** For a command: shows and focuses the panel, so that the user can continue typing. */
  async addFiles(uris: readonly vscode.Uri[]): Promise<void> {
    const { id } = this.#pane;
    const taken = await takeUris(uris);
    if (taken.parts.length > 0) {
      await this.#pane.panel.reveal();
      await this.#insertParts(id, taken.parts, "caret");
      this.#pane.post({ type: "focus" });
    }
    throwProblems(taken);
  }

  /** For a drop outside the panel, which may be closed. */
  async addDropped(taken: Incoming): Promise<void> {
    await this.#insertParts(this.#pane.id, taken.parts, "end");
    throwProblems(taken);
  }

  /** If a file cannot be stored, rejects, and tells the page to send no more of it. */
  async takeChunk(chunk: FileChunk): Promise<void> {
    const { session_id, transfer } = chunk;
    let wantsMore = false;
    try {
      const taken = await this.#transfers.take(chunk);
      wantsMore = taken.state === "more";
      if (taken.state === "whole") await this.#pane.draft.addTo(session_id, [taken.part], "caret");
    } finally {
      this.#pane.post({ type: "chunk-taken", session_id, transfer, wants_more: wantsMore });
    }
  }

  findSource({ session_id, paste, text }: Extract<ToHost, { type: "find-source" }>): void {
    const part = this.#needs.findSource(text);
    if (part !== undefined) this.#pane.post({ type: "copied-from", session_id, paste, part });
  }

  async #insertRead(conversationId: string, { parts, problems }: Incoming): Promise<void> {
    await this.#insertParts(conversationId, parts, "caret");
    if (problems.length === 0) return;
    this.#pane.fail({ stage: "acquire", code: "not-added", message: problems.join(" "), retryable: false });
  }

  /** Sends a picture that is too large for models to the page first, which makes a smaller copy. */
  async #insertParts(conversationId: string, parts: readonly KnownPart[], at: "caret" | "end"): Promise<void> {
    const pictures = await Promise.all(parts.map(largePicture));
    const others = parts.filter((_, index) => pictures[index] === undefined);
    if (others.length > 0) await this.#pane.draft.addTo(conversationId, others, at);
    const large = pictures.filter((picture) => picture !== undefined);
    if (large.length > 0 && !this.#pane.panel.isOpen) await this.#pane.panel.reveal();
    for (const picture of large) this.#pane.post({ type: "take-file", session_id: conversationId, ...picture });
  }
}

/** Throws, because no panel may be open to show the problems. */
function throwProblems({ problems }: Incoming): void {
  if (problems.length > 0) throw new Error(problems.join(" "));
}
