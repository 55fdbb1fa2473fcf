// The contexts that offer themselves, as the host tells them; what becomes of one goes back to the host.
import { givesKnownCommand } from "../../extension/message/given-command.ts";
import type { KnownPart } from "../../extension/message/part.ts";
import type { CommandSpec } from "../../extension/protocol/catalog.ts";
import type { Ghost, GhostAction } from "../../extension/protocol/ghost.ts";
import type { Host } from "../host.ts";
import type { Compositor } from "./compositor.svelte.ts";

export class GhostMirror {
  shown = $state.raw<readonly Ghost[]>([]);
  readonly #host: Host;
  readonly #compositor: Compositor;

  constructor(host: Host, compositor: Compositor) {
    this.#host = host;
    this.#compositor = compositor;
  }

  /** Inserts the first suggested ghost, or the named one, as chips at the cursor. Returns whether there was one. */
  accept(name?: string): boolean {
    const ghost = this.#asking(name);
    if (ghost === undefined) return false;
    this.#hide(ghost);
    this.#compositor.insert(ghost.parts, "caret");
    this.#compositor.focus();
    return true;
  }

  /** Not for this message. Without a name the first that asks: what is automatic is taken away on purpose only. */
  dismiss(name?: string): boolean {
    const ghost = name === undefined ? this.#asking() : this.shown.find((one) => one.name === name);
    if (ghost === undefined) return false;
    this.act(ghost, "dismiss");
    return true;
  }

  act(ghost: Ghost, action: GhostAction["action"]): void {
    if (action === "dismiss" || action === "never") this.#hide(ghost);
    this.#host.post({ type: "ghost", name: ghost.name, action });
  }

  /** The context to send with these parts: all automatic ghosts that are shown, or none with a command. */
  automatic(parts: readonly KnownPart[], catalog: readonly CommandSpec[]): KnownPart[] {
    if (givesKnownCommand(parts, (wanted) => catalog.some(({ id }) => id === wanted))) return [];
    return this.shown.filter(({ mode }) => mode === "always").flatMap((ghost) => ghost.parts);
  }

  #asking(name?: string): Ghost | undefined {
    return this.shown.find((one) => one.mode === "ask" && (name === undefined || one.name === name));
  }

  #hide(ghost: Ghost): void {
    this.shown = this.shown.filter((one) => one !== ghost);
  }
}
