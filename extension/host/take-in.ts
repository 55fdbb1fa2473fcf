// The gestures of the panel that bring things into the message, and what each is answered with.
import * as vscode from "vscode";
import type { FileChunk } from "../protocol/file-chunk.ts";
import type { Core } from "./core.ts";
import { largePicture } from "./large-picture.ts";
import { type Incoming, takeUriList, takeUris } from "./incoming.ts";
import type { Pane } from "./pane.ts";
import { Transfers } from "./transfers.ts";

export class TakeIn {
  readonly #core: Core;
  readonly #pane: Pane;
  readonly #transfers: Transfers;

  constructor(core: Core, pane: Pane) {
    this.#core = core;
    this.#pane = pane;
    this.#transfers = new Transfers(core.store);
  }

  async takeUris(sessionId: string, lines: readonly string[]): Promise<void> {
    await this.#insertRead(sessionId, await takeUriList(lines));
  }

  async attach(sessionId: string): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({
      title: "Attach to the message",
      openLabel: "Attach",
      canSelectMany: true,
      canSelectFiles: true,
      canSelectFolders: true,
    });
    if (chosen !== undefined) await this.#insertRead(sessionId, await takeUris(chosen));
    this.#pane.post({ type: "focus" });
  }

  /** A file that cannot be stored is said; the panel sends no more of it. */
  async takeChunk(chunk: FileChunk): Promise<void> {
    let wantsMore = false;
    try {
      const taken = await this.#transfers.take(chunk);
      wantsMore = taken.state === "more";
      if (taken.state === "whole") await this.#insert(chunk.session_id, { parts: [taken.part], problems: [] });
    } finally {
      this.#pane.post({ type: "chunk-taken", transfer: chunk.transfer, wants_more: wantsMore });
    }
  }

  findSource(paste: string, text: string): void {
    const part = this.#core.reference.find(text) ?? this.#core.copied.find(text);
    if (part !== undefined) this.#pane.post({ type: "copied-from", paste, part });
  }

  /** What the host has read itself: a picture too large for models goes round by the panel, which draws a smaller copy. */
  async #insertRead(sessionId: string, { parts, problems }: Incoming): Promise<void> {
    const pictures = await Promise.all(parts.map(largePicture));
    await this.#insert(sessionId, { parts: parts.filter((_, at) => pictures[at] === undefined), problems });
    for (const picture of pictures) if (picture !== undefined) this.#pane.post({ type: "take-file", ...picture });
  }

  async #insert(sessionId: string, { parts, problems }: Incoming): Promise<void> {
    if (parts.length > 0) await this.#pane.draft.addTo(sessionId, parts, "caret");
    if (problems.length === 0) return;
    this.#pane.fail({ stage: "acquire", code: "not-added", message: problems.join(" "), retryable: false });
  }
}
