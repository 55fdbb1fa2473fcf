// The conversation that calls a server: the server's questions appear there, for as long as the call lasts.

export interface Caller {
  session: string;
  /** Aborted when the call has ended. */
  signal: AbortSignal;
}

export class Callers {
  readonly #calls = new Map<string, Caller[]>();

  /** Returns how to say that the call has ended. */
  begin(server: string, session: string): () => void {
    const ended = new AbortController();
    const caller = { session, signal: ended.signal };
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
