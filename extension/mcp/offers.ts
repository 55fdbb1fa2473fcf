// The prompts, resources and templates of the running servers, as each listed them last.
import { reasonOf } from "../text/reason.ts";
import { plainLine } from "./plain-text.ts";
import type { Link, ListKind } from "./connection/link.ts";
import { listAll, type ListedPrompt, type ListedResource, readPrompt, readResource, readTemplate } from "./listed.ts";
import type { Server } from "./server.ts";

export interface OfferPorts {
  /** In the order of the configuration. */
  servers: () => readonly Server[];
  /** Called when prompts or resources may have changed. */
  changed: () => void;
  log: (server: string, line: string) => void;
  after: (ms: number, call: () => void) => () => void;
}

interface Offer {
  /** The offer is valid only for this connection. */
  link: Link;
  prompts: readonly ListedPrompt[];
  resources: readonly ListedResource[];
  templates: readonly ListedResource[];
}

export type Of<Listed> = Listed & { server: string };

/** The shortest time between two requests for a list that keeps changing. */
const RELIST_MS = 500;

export class Offers {
  readonly #ports: OfferPorts;
  readonly #offers = new Map<string, Offer>();
  readonly #waiting = new Set<string>();
  readonly #listing = new Set<Promise<void>>();

  constructor(ports: OfferPorts) {
    this.#ports = ports;
  }

  get prompts(): Of<ListedPrompt>[] {
    return this.#all(({ prompts }) => prompts);
  }

  get resources(): Of<ListedResource>[] {
    return this.#all(({ resources }) => resources);
  }

  get templates(): Of<ListedResource>[] {
    return this.#all(({ templates }) => templates);
  }

  /** Resolves when the requested lists have arrived. Never rejects. */
  async settled(): Promise<void> {
    await Promise.all(this.#listing);
  }

  /** A server has changed its state, or reports that a list has changed. */
  note(server: Server, what: "state" | ListKind): void {
    if (what === "tools") return;
    if (what === "state") {
      if (server.link === this.#offers.get(server.name)?.link) return;
      this.#offers.delete(server.name);
      this.#ports.changed();
      if (server.link !== undefined) this.#listNow(server);
      return;
    }
    if (this.#waiting.has(server.name)) return;
    this.#waiting.add(server.name);
    this.#ports.after(RELIST_MS, () => {
      this.#waiting.delete(server.name);
      this.#listNow(server);
    });
  }

  #listNow(server: Server): void {
    const listing = this.#list(server).finally(() => this.#listing.delete(listing));
    this.#listing.add(listing);
  }

  async #list(server: Server): Promise<void> {
    const { link } = server;
    if (link === undefined) return;
    const before = this.#offers.get(server.name);
    const known = before?.link === link ? before : { link, prompts: [], resources: [], templates: [] };
    this.#offers.set(server.name, known);
    const { prompts, resources } = link.client.getServerCapabilities() ?? {};
    const list = async <Item>(
      is: boolean,
      last: readonly Item[],
      ask: () => Promise<Item[]>,
    ): Promise<readonly Item[]> =>
      is
        ? ask().catch((error: unknown) => {
            // Keep the last list.
            this.#ports.log(server.name, `could not read a list: ${plainLine(reasonOf(error), 300)}`);
            return last;
          })
        : [];
    const { client } = link;
    const [ofPrompts, ofResources, templates] = await Promise.all([
      list(prompts !== undefined, known.prompts, () => listAll(client, "prompts/list", "prompts", readPrompt)),
      list(resources !== undefined, known.resources, () =>
        listAll(client, "resources/list", "resources", readResource),
      ),
      list(resources !== undefined, known.templates, () =>
        listAll(client, "resources/templates/list", "resourceTemplates", readTemplate),
      ),
    ]);
    if (server.link !== link) return;
    this.#offers.set(server.name, { link, prompts: ofPrompts, resources: ofResources, templates });
    this.#ports.changed();
  }

  #all<Listed>(pick: (offer: Offer) => readonly Listed[]): Of<Listed>[] {
    return this.#ports.servers().flatMap(({ name, link }) => {
      const offer = this.#offers.get(name);
      if (offer === undefined || offer.link !== link) return [];
      return pick(offer).map((listed) => ({ ...listed, server: name }));
    });
  }
}
