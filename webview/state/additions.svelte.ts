// Adds to the message what the user drops, pastes or attaches: the host reads it and answers with chips.
import type { ChipPart } from "../editor/schema.ts";
import type { DropPorts } from "../editor/drop.ts";
import type { Editor } from "../editor/editor.ts";
import type { PastePorts } from "../editor/paste.ts";
import type { Held } from "../first/early-page.ts";
import type { Host } from "../host.ts";
import type { Compositor } from "./compositor.svelte.ts";
import { Transfers } from "./transfers.ts";
import * as words from "./words.ts";

export class MessageAdditions implements PastePorts, Omit<DropPorts, "isOwn" | "pins"> {
  /** The user drags something over the panel that can be dropped. */
  isOver = $state(false);
  /** The drag is over the line that pins. */
  pinsOver = $state(false);
  /** A pasted or dropped URL that can become a link chip. */
  offer = $state.raw<{ paste: string; url: string } | null>(null);
  readonly transfers: Transfers;
  readonly #host: Host;
  readonly #compositor: Compositor;
  #editor: Editor | undefined;
  /** Added when the host has named the conversation. */
  #waiting: ((conversationId: string) => void)[] = [];
  readonly chipLines: () => number;

  constructor(host: Host, compositor: Compositor, chipLines: () => number) {
    this.chipLines = chipLines;
    this.#host = host;
    this.#compositor = compositor;
    this.transfers = new Transfers(host);
  }

  attachEditor(editor: Editor): void {
    this.#editor = editor;
  }

  /** Takes what the user pasted and dropped before the input was there. */
  takeOver({ uris, files, folders }: Held): void {
    if (uris.length > 0) this.takeUris(uris);
    if (files.length > 0) this.takeFiles(files);
    if (folders.length > 0) this.refuseFolders(folders);
  }

  /** The host has named the conversation. */
  opened(conversationId: string): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const add of waiting) add(conversationId);
  }

  readonly hover = (isOver: boolean, pins: boolean) => {
    this.isOver = isOver;
    this.pinsOver = pins;
  };

  readonly place = (x: number, y: number) => {
    this.#editor?.placeCaret(x, y);
    this.#editor?.focus();
  };

  readonly takeUris = (uris: string[], pins = false) =>
    this.#add((session_id) => this.#host.post({ type: "take-uris", session_id, uris, ...(pins && { pins }) }));

  readonly takeText = (text: string) => this.#editor?.insertText(text);

  readonly takeFiles = (files: File[]) => this.#add((conversationId) => void this.#sendTo(conversationId, files));

  /** The panel may show another conversation by now. */
  takeFile(conversationId: string, file: File): void {
    void this.#sendTo(conversationId, [file]);
  }

  readonly refuseFolders = (names: string[]) => this.#compositor.say(words.foldersNotDropped(names.join(", ")));

  readonly findSource = (paste: string, text: string) => {
    const session_id = this.#compositor.conversationId;
    if (session_id !== undefined) this.#host.post({ type: "find-source", session_id, paste, text });
  };

  readonly offerLink = (paste: string, url: string) => {
    this.offer = { paste, url };
  };

  acceptOffer(): void {
    const { offer } = this;
    this.offer = null;
    if (offer !== null)
      this.#editor?.replacePaste(offer.paste, { type: "file-ref", ref: { kind: "url", url: offer.url } });
    this.#editor?.focus();
  }

  /** The host found the lines a paste was copied from. */
  sourceFound(paste: string, part: ChipPart): void {
    this.#editor?.replacePaste(paste, part);
  }

  attach(): void {
    this.#add((session_id) => this.#host.post({ type: "attach", session_id }));
  }

  #add(add: (conversationId: string) => void): void {
    const id = this.#compositor.conversationId;
    if (id === undefined) this.#waiting.push(add);
    else add(id);
  }

  async #sendTo(conversationId: string, files: File[]): Promise<void> {
    for (const [index, file] of files.entries()) {
      if (file.size > 1 << 20) this.#compositor.say(words.adding(file.name, index + 1, files.length));
      try {
        await this.transfers.send(conversationId, file);
      } catch {
        this.#compositor.say(words.fileNotRead(file.name));
      }
    }
  }
}
