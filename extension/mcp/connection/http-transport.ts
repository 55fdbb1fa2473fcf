// The library's HTTP transport with bounds: closes the connection of each request when the request ends.
import {
  type JSONRPCMessage,
  type ReconnectionScheduler,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { boundedFetch } from "./bounded-fetch.ts";

/** For messages that get no response. */
const TOLD_MS = 30_000;

/** The server names the delay before a reconnection: limit it, so that it is not zero and no timer overflows. */
const SOONEST_MS = 1_000;
const LATEST_MS = 5 * 60_000;

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

export class HttpTransport extends StreamableHTTPClientTransport {
  /** Why Galley closed the connection, if it did. */
  ended: string | undefined;
  /** Open requests, by id. */
  readonly #open = new Map<string | number, AbortController>();

  constructor(url: URL, options: StreamableHTTPClientTransportOptions & { fetch: typeof fetch }) {
    const giveUp = (reason: string): void => {
      this.ended ??= reason;
      void this.close();
    };
    super(url, { ...options, fetch: boundedFetch(options.fetch, giveUp), reconnectionScheduler });
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    const { requestSignal } = options ?? {};
    const own = this.#signalOf(message);
    const signal = requestSignal === undefined ? own : AbortSignal.any([requestSignal, own]);
    try {
      await super.send(message, { ...options, requestSignal: signal });
    } finally {
      const cancelled = cancelledBy(message);
      if (cancelled !== undefined) this.answered(cancelled);
    }
  }

  /** The request is over, whatever its outcome: stops reading its stream. */
  answered(id: string | number): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  override async close(): Promise<void> {
    for (const controller of this.#open.values()) controller.abort();
    this.#open.clear();
    await super.close();
  }

  #signalOf(message: JSONRPCMessage | JSONRPCMessage[]): AbortSignal {
    if (Array.isArray(message) || !("method" in message) || !("id" in message)) return AbortSignal.timeout(TOLD_MS);
    const controller = new AbortController();
    this.#open.set(message.id, controller);
    return controller.signal;
  }
}

function cancelledBy(message: JSONRPCMessage | JSONRPCMessage[]): string | number | undefined {
  if (Array.isArray(message) || !("method" in message) || message.method !== "notifications/cancelled")
    return undefined;
  const id = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

const reconnectionScheduler: ReconnectionScheduler = (reconnect, delay) => {
  const timer = setTimeout(reconnect, Math.min(LATEST_MS, Math.max(SOONEST_MS, delay)));
  return () => {
    clearTimeout(timer);
  };
};
