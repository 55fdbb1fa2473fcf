// The automatic context above the input: chips that the host offers, and the user's choice for each.
import { givesKnownCommand } from "../../extension/message/given-command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { ContextOffer, ContextOfferAction } from "../../extension/protocol/context-offer.ts";
import type { Host } from "../host.ts";
import type { Compositor } from "./compositor.svelte.ts";

export class ContextOffers {
  shown = $state.raw<readonly ContextOffer[]>([]);
  readonly #host: Host;
  readonly #compositor: Compositor;

  constructor(host: Host, compositor: Compositor) {
    this.#host = host;
    this.#compositor = compositor;
  }

  /** Inserts the first offer that asks, or the named one, as chips at the cursor. Returns whether there was one. */
  accept(name?: string): boolean {
    const offer = this.#asking(name);
    if (offer === undefined) return false;
    this.#hide(offer);
    this.#compositor.insert(offer.parts, "caret");
    this.#compositor.focus();
    return true;
  }

  /** Removes an offer from this message. Without a name, the first that asks, never one that is sent automatically. */
  dismiss(name?: string): boolean {
    const offer = name === undefined ? this.#asking() : this.shown.find((one) => one.name === name);
    if (offer === undefined) return false;
    this.act(offer, "dismiss");
    return true;
  }

  act(offer: ContextOffer, action: ContextOfferAction["action"]): void {
    if (action === "dismiss" || action === "never") this.#hide(offer);
    this.#host.post({ type: "context-offer", name: offer.name, action });
  }

  /** The context to send with these parts: all offers that are sent automatically, or none with a command. */
  automatic(parts: readonly KnownPart[], catalog: readonly CommandSpec[]): KnownPart[] {
    if (givesKnownCommand(parts, (wanted) => catalog.some(({ id }) => id === wanted))) return [];
    return this.shown.filter(({ mode }) => mode === "always").flatMap((offer) => offer.parts);
  }

  #asking(name?: string): ContextOffer | undefined {
    return this.shown.find((one) => one.mode === "ask" && (name === undefined || one.name === name));
  }

  #hide(offer: ContextOffer): void {
    this.shown = this.shown.filter((one) => one !== offer);
  }
}
