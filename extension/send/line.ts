// One request on the network: its fetch journals the exact bytes, keeps the time, and cuts what stalls or never ends.
import { type Access, PATIENCE, type Patience } from "./access.ts";
import { readBounded } from "../message/read-bounded.ts";
import { pacedEvents } from "./paced.ts";
import { hiding, openHeaders, type Recording } from "./journal.ts";

/** An answer that is no answer, as it came. */
export interface Refused {
  status: number;
  body: string;
  retry_after_ms?: number;
}

/** As much of a refusal as anybody reads, and as long as anybody waits for it. */
const REFUSAL_CHARACTERS = 20_000;
const REFUSAL = { bytes: 4 * REFUSAL_CHARACTERS, ms: 10_000 };

export class Line {
  readonly #access: Access;
  readonly #patience: Patience;
  readonly #controller = new AbortController();
  readonly #hide: (text: string) => string;
  #recording: Recording | undefined;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  /** Fires when the user stops, the line stalls, or the answer is too long. */
  readonly signal: AbortSignal;
  /** From here on nothing is tried again. */
  hasAnswered = false;
  refused: Refused | undefined;
  trouble: "stalled" | "too-long" | undefined;

  constructor(access: Access, user: AbortSignal) {
    this.#access = access;
    this.#patience = { ...PATIENCE, ...access.patience };
    this.#hide = hiding(access.key);
    this.signal = AbortSignal.any([user, this.#controller.signal]);
  }

  /** For the SDK, in the place of the global one. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    this.#wait(this.#patience.firstByteMs);
    const signal = init.signal ? AbortSignal.any([init.signal, this.signal]) : this.signal;
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers);
    const body = typeof init.body === "string" ? init.body : "";
    this.#recording = this.#access.journal?.begin({
      provider: this.#access.provider,
      ...(this.#access.about !== undefined && { about: this.#access.about }),
      method: init.method ?? "GET",
      url: this.#hide(url),
      headers: openHeaders(headers),
      body: this.#hide(body),
    });
    const response = await this.#access.fetch(input, { ...init, signal });
    this.#recording?.answered(response.status, openHeaders(response.headers));
    return response.ok ? this.#watch(response) : this.#refuse(response);
  };

  /** However it went: no timer and no connection outlives it. */
  close(how: string): void {
    clearTimeout(this.#timer);
    this.#recording?.ended(how);
    this.#controller.abort();
  }

  #watch(response: Response): Response {
    const { body, status, headers } = response;
    if (body === null) return response;
    const watched = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.hasAnswered = true;
          this.#bytes += chunk.length;
          this.#recording?.piece(chunk, this.#hide);
          if (this.#bytes > this.#patience.longestAnswer) this.#break("too-long");
          else this.#wait(this.#patience.stallMs);
          controller.enqueue(chunk);
        },
      }),
    );
    // Ollama's answers are lines, which have a reader of their own.
    const paced = this.#access.provider === "ollama" ? watched : pacedEvents(watched);
    return new Response(paced, { status, headers });
  }

  async #refuse(response: Response): Promise<Response> {
    const { status, headers } = response;
    const { bytes } = await readBounded(response.body, REFUSAL);
    this.#recording?.piece(bytes, this.#hide);
    const body = this.#hide(new TextDecoder().decode(bytes)).slice(0, REFUSAL_CHARACTERS);
    const wait = retryAfter(headers);
    this.refused = { status, body, ...(wait !== undefined && { retry_after_ms: wait }) };
    return new Response(body, { status, headers });
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#break("stalled");
    }, milliseconds);
  }

  #break(why: "stalled" | "too-long"): void {
    this.trouble ??= why;
    this.#controller.abort();
  }
}

/** Seconds, or a date; some providers tell milliseconds in a header of their own. */
function retryAfter(headers: Headers): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const told = headers.get("retry-after");
  if (told === null || told.trim() === "") return undefined;
  const wait = Number.isFinite(Number(told)) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
