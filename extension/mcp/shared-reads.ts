// Reads of resources for display: callers that ask for the same resource share one request.
import type { Resolved } from "../message/resolved.ts";

export class SharedReads {
  readonly #read: (server: string, uri: string) => Promise<Resolved>;
  readonly #running = new Map<string, Promise<Resolved>>();

  constructor(read: (server: string, uri: string) => Promise<Resolved>) {
    this.#read = read;
  }

  read(server: string, uri: string): Promise<Resolved> {
    const key = `${server}\n${uri}`;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const reading = this.#read(server, uri).finally(() => {
      if (this.#running.get(key) === reading) this.#running.delete(key);
    });
    this.#running.set(key, reading);
    return reading;
  }

  /** Resources have changed: running requests may return the old content, so later callers do not share them. */
  forget(): void {
    this.#running.clear();
  }
}
