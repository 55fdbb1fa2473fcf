// The conversations that call a server: the server's questions appear there while the call runs.

export interface Caller {
  conversationId: string;
  /** Aborted when the call has ended. */
  signal: AbortSignal;
}

export class Callers {
  readonly #calls = new Map<string, Caller[]>();

  /** Returns a function to call when the call has ended. */
  begin(server: string, conversationId: string): () => void {
    const ended = new AbortController();
    const caller = { conversationId, signal: ended.signal };
    this.#calls.set(server, [...(this.#calls.get(server) ?? []), caller]);
    return () => {
      this.#calls.set(
        server,
        (this.#calls.get(server) ?? []).filter((other) => other !== caller),
      );
      ended.abort();
    };
  }

  /** The call that began last. */
  of(server: string): Caller | undefined {
    return this.#calls.get(server)?.at(-1);
  }
}
