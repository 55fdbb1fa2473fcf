// Receives the browser after a sign-in: a local HTTP server that waits for the callback of this sign-in only.
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as words from "./words.ts";

export interface Callback {
  url: string;
  port: number;
  /** Accepts a callback with this state from now on, at a local address or the host of `redirect`. */
  expect: (state: string, redirect: string) => void;
  /** The query of the callback. Rejects when the signal aborts. */
  wait: (signal: AbortSignal) => Promise<URLSearchParams>;
  dispose: () => void;
}

const PATH = "/callback";

/** A code and a state take a few hundred bytes; some services send a signed answer of a few thousand. */
const HEADER_BYTES = 32 * 1024;
const REQUEST_MS = 5_000;
const CONNECTIONS = 20;

const page = (text: string): string => `<!doctype html><meta charset="utf-8"><title>Galley</title><p>${text}</p>`;

const DONE = page(words.signedIn);
const REFUSED = page(words.signInFailed);
const STRAY = page(words.strayPage);

interface Expected {
  state: string;
  hosts: ReadonlySet<string>;
}

/** Prefers the last port, because servers remember the redirect address. */
export async function listenForCallback(wanted: number | undefined): Promise<Callback> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  let expected: Expected | undefined;
  const server = createServer({ maxHeaderSize: HEADER_BYTES, ...TIMES }, (request, response) => {
    const answer = answerTo(request, expected);
    reply(response, answer);
    if (answer.found !== undefined) resolve(answer.found);
  });
  server.maxConnections = CONNECTIONS;
  // If another program uses the wanted port, any free port will do.
  const port = await listen(server, wanted ?? 0).catch(() => listen(server, 0));
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    port,
    expect: (state, redirect) => {
      expected = { state, hosts: new Set([...LOOPBACK, hostOf(redirect)]) };
    },
    wait: (signal) => Promise.race([promise, aborted(signal)]),
    dispose: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TIMES = {
  requestTimeout: REQUEST_MS,
  headersTimeout: REQUEST_MS,
  keepAliveTimeout: 1,
  connectionsCheckingInterval: 1_000,
};

/** Hosts without a port: a window on another machine uses a forwarded port with another number. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

interface Answer {
  status: number;
  body: string;
  found?: URLSearchParams;
}

/** A stray request (a prefetch, a scanner, another page) does not end the wait. */
function answerTo(request: IncomingMessage, expected: Expected | undefined): Answer {
  if (request.method !== "GET") return { status: 405, body: STRAY };
  const url = URL.parse(`http://127.0.0.1${request.url ?? ""}`);
  if (url === null || !(request.url ?? "").startsWith("/")) return { status: 400, body: STRAY };
  if (url.pathname !== PATH) return { status: 404, body: STRAY };
  const isOurs =
    expected !== undefined &&
    expected.hosts.has(hostOf(`http://${request.headers.host ?? ""}`)) &&
    isSame(url.searchParams.getAll("state"), expected.state);
  if (!isOurs) return { status: 400, body: STRAY };
  return { status: 200, body: url.searchParams.has("code") ? DONE : REFUSED, found: url.searchParams };
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? "";
}

/** Compares in constant time, so that the time does not reveal the state. */
function isSame(given: readonly string[], wanted: string): boolean {
  const [one = ""] = given;
  const [a, b] = [Buffer.from(one), Buffer.from(wanted)];
  return given.length === 1 && a.length === b.length && timingSafeEqual(a, b);
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
    ...(status === 405 && { allow: "GET" }),
  };
  response.writeHead(status, headers).end(body);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error(words.noPort));
    });
  });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => {
      reject(new Error(words.signInTimedOut));
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
