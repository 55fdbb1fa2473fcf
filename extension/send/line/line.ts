// One request on the network: its fetch goes to the provider's host only, journals the exact bytes, keeps the time, and
// cuts what stalls or never ends.
import { originOf } from "../../providers/provider.ts";
import { type Access, PATIENCE, type Patience } from "../access.ts";
import { readBounded } from "../../stream/read-bounded.ts";
import { hiding } from "../../message/secrets/secrets.ts";
import { openHeaders, type Recording } from "./journal.ts";
import { ownHeaders } from "./own-headers.ts";
import { isOwnForm } from "./own-form.ts";
import { pacedEvents } from "./paced.ts";
import { peek } from "../../stream/peek.ts";
import { through } from "../../stream/through.ts";
import { type Redirect, redirectOf } from "./redirect.ts";

/** An error response, as received. */
export interface Refused {
  status: number;
  body: string;
  retry_after_ms?: number;
  /** It sends us to another address, and is not followed. */
  redirect?: Redirect;
}

/** Read at most this much of an error response, for at most this long. */
const REFUSAL_CHARACTERS = 20_000;
const REFUSAL = { bytes: 4 * REFUSAL_CHARACTERS, ms: 10_000 };

/** For the last bytes of an answer whose end is known. */
const REST_MS = 250;

export class Line {
  readonly #access: Access;
  readonly #patience: Patience;
  readonly #controller = new AbortController();
  readonly #hide: (text: string) => string;
  #recording: Recording | undefined;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #isClosed = false;
  /** Fires when the user stops, the line stalls, or the answer is too long. */
  readonly signal: AbortSignal;
  /** From here on nothing is tried again. */
  hasAnswered = false;
  /** The server has said that nothing follows: `[DONE]`. */
  hasEnded = false;
  /** The server has said so in its own words: what it still sends is read, and leaves the connection to the next request. */
  mayReadRest = false;
  refused: Refused | undefined;
  /** Another host than the provider's that the request was about to go to. */
  astray: string | undefined;
  trouble: "stalled" | "too-long" | undefined;

  constructor(access: Access, user: AbortSignal) {
    this.#access = access;
    this.#patience = { ...PATIENCE, ...access.patience };
    this.#hide = hiding(access.key);
    if (access.key !== undefined) access.journal?.secrets.add([access.key]);
    this.signal = AbortSignal.any([user, this.#controller.signal]);
  }

  /** For the SDK, in the place of the global one. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    this.#keepToHost(url);
    this.#wait(this.#patience.firstByteMs);
    const signal = init.signal ? AbortSignal.any([init.signal, this.signal]) : this.signal;
    const headers = ownHeaders(init.headers, this.#access.key);
    const body = typeof init.body === "string" ? init.body : "";
    this.#recording = this.#access.journal?.begin({
      provider: this.#access.provider,
      ...(this.#access.about !== undefined && { about: this.#access.about }),
      method: init.method ?? "GET",
      url,
      headers: openHeaders(headers),
      body,
    });
    // Followed, a redirect would take the key to another host: fetch removes no header but `authorization`.
    const response = await this.#access.fetch(input, { ...init, headers, signal, redirect: "manual" });
    this.#recording?.answered(response.status, openHeaders(response.headers));
    const redirect = redirectOf(response, url);
    if (redirect !== undefined) {
      this.refused = { status: response.status, body: "", redirect };
      return new Response("{}", { status: 502, headers: { "content-type": "application/json" } });
    }
    return response.ok ? this.#watch(response) : this.#refuse(response, response.body);
  };

  /** However it went: no timer and no connection outlives it for long. */
  close(how: string): void {
    clearTimeout(this.#timer);
    this.#recording?.ended(how);
    this.#isClosed = true;
    if (this.mayReadRest) setTimeout(() => this.#controller.abort(), REST_MS).unref();
    else this.#controller.abort();
  }

  /** Whatever a library was told: the key and the message go where the user set the provider to be. */
  #keepToHost(url: string): void {
    const { provider, baseUrl } = this.#access;
    const asked = new URL(url);
    if (asked.origin === originOf(provider, baseUrl)) return;
    this.astray = asked.host;
    throw new Error("another host");
  }

  async #watch(response: Response): Promise<Response> {
    const { body, status, headers } = response;
    if (body === null) return response;
    const watched = through(body, {
      each: (chunk, send) => {
        if (this.#isClosed) return;
        this.hasAnswered = true;
        this.#bytes += chunk.length;
        this.#recording?.piece(chunk);
        if (this.#bytes > this.#patience.longestAnswer) this.#break("too-long");
        else this.#wait(this.#patience.stallMs);
        send(chunk);
      },
    });
    // Ollama answers in lines, which have their own reader.
    const isLines = this.#access.provider === "ollama";
    const { first, stream } = await peek(watched);
    if (!isOwnForm(first, isLines)) return this.#refuse(response, stream);
    const isNamed = this.#access.provider === "anthropic";
    const paced = isLines ? stream : pacedEvents(stream, isNamed, () => (this.hasEnded = true));
    return new Response(paced, { status, headers });
  }

  /** An error, whatever its status: the library gets one that it throws for. */
  async #refuse({ status: told, headers }: Response, stream: ReadableStream<Uint8Array> | null): Promise<Response> {
    const { bytes } = await readBounded(stream, REFUSAL);
    const status = told < 400 ? 502 : told;
    if (!this.hasAnswered) this.#recording?.piece(bytes);
    const body = this.#hide(new TextDecoder().decode(bytes)).slice(0, REFUSAL_CHARACTERS);
    const wait = retryAfter(headers) ?? retryDelay(body);
    this.refused = { status: told, body, ...(wait !== undefined && { retry_after_ms: wait }) };
    return new Response(body, { status, headers: { "content-type": headers.get("content-type") ?? "text/plain" } });
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

/** Gemini tells in the body how long to wait: `"retryDelay": "17.5s"`. Groq says it in words: "try again in 9m38.016s". */
function retryDelay(body: string): number | undefined {
  const found =
    /"retryDelay":\s*"()(\d+(?:\.\d+)?)s"/.exec(body) ??
    /(?:try again|retry) in (?:(\d+)m)?(\d+(?:\.\d+)?)s\b/.exec(body);
  return found === null ? undefined : Math.ceil((Number(found[1] ?? 0) * 60 + Number(found[2])) * 1000);
}

/** Seconds or a date; some providers send milliseconds in a separate header. */
function retryAfter(headers: Headers): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const told = headers.get("retry-after");
  if (told === null || told.trim() === "") return undefined;
  const wait = Number.isFinite(Number(told)) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
