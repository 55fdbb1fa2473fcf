// Resources that are in use: subscribes to them, so that their servers report changes.
import { reasonOf } from "../text/reason.ts";
import type { Link } from "./connection/link.ts";
import type { Server } from "./server.ts";

export interface Followed {
  server: string;
  uri: string;
}

export interface SubscriptionPorts {
  named: (server: string) => Server | undefined;
  /** Called when a followed resource has changed. */
  changed: () => void;
  log: (server: string, line: string) => void;
}

const SUBSCRIBE_MS = 10_000;

export class Subscriptions {
  readonly #ports: SubscriptionPorts;
  #wanted: readonly Followed[] = [];
  /** The URIs that each connection is subscribed to. */
  readonly #asked = new WeakMap<Link, Set<string>>();

  constructor(ports: SubscriptionPorts) {
    this.#ports = ports;
  }

  /** Replaces the followed resources: unsubscribes from those that are not in `wanted`. */
  follow(wanted: readonly Followed[]): void {
    const gone = this.#wanted.filter((old) => !wanted.some((next) => isSame(old, next)));
    this.#wanted = wanted;
    for (const { server, uri } of gone) this.#ask(server, uri, "unsubscribe");
    for (const { server, uri } of wanted) this.#ask(server, uri, "subscribe");
  }

  /** The server runs, perhaps with a new connection: subscribes again. */
  again(server: string): void {
    for (const followed of this.#wanted) if (followed.server === server) this.#ask(server, followed.uri, "subscribe");
  }

  #ask(server: string, uri: string, what: "subscribe" | "unsubscribe"): void {
    const link = this.#ports.named(server)?.link;
    if (link?.client.getServerCapabilities()?.resources?.subscribe !== true) return;
    const asked = this.#askedOf(link, server);
    if (asked.has(uri) === (what === "subscribe")) return;
    if (what === "subscribe") asked.add(uri);
    else asked.delete(uri);
    const method = what === "subscribe" ? ("resources/subscribe" as const) : ("resources/unsubscribe" as const);
    link.client.request({ method, params: { uri } }, { timeout: SUBSCRIBE_MS }).catch((error: unknown) => {
      // The next change of the followed resources, or of the server, tries again.
      if (what === "subscribe") asked.delete(uri);
      this.#ports.log(server, `could not watch ${uri}: ${reasonOf(error)}`);
    });
  }

  #askedOf(link: Link, server: string): Set<string> {
    const known = this.#asked.get(link);
    if (known !== undefined) return known;
    const asked = new Set<string>();
    this.#asked.set(link, asked);
    link.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      if (this.#wanted.some((followed) => isSame(followed, { server, uri: params.uri }))) this.#ports.changed();
    });
    return asked;
  }
}

function isSame(a: Followed, b: Followed): boolean {
  return a.server === b.server && a.uri === b.uri;
}
