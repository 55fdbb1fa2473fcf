// The network as web_fetch needs it: one plain request to one address, no cookies, no redirects, nothing kept open.
import { lookup as lookupNow } from "node:dns";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Web, WebAnswer, WebLimits } from "../ports.ts";
import { bareHost } from "./web-address.ts";
import * as words from "./words.ts";

const HEADERS = {
  accept: "text/html,text/plain,application/json,*/*;q=0.5",
  "accept-encoding": "identity",
  "user-agent": "Galley",
};

/** No ordinary server sends larger headers. */
const HEADER_BYTES = 32 * 1024;

export const nodeWeb = (isProxied: Web["isProxied"]): Web => ({ isProxied, resolve: resolveHost, get });

async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address);
}

async function get(url: URL, address: string | undefined, limits: WebLimits): Promise<WebAnswer> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  const response = await answerOf(url, address, signal);
  try {
    return await readAnswer(response, limits, signal);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(words.interrupted(url.href, signal.aborted ? undefined : why), { cause: error });
  } finally {
    response.destroy();
  }
}

function answerOf(url: URL, address: string | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options: RequestOptions = {
    method: "GET",
    headers: HEADERS,
    // VS Code's proxy support is an agent of its own, which it may put only where the request has none.
    ...(address !== undefined && { agent: false }),
    maxHeaderSize: HEADER_BYTES,
    signal,
    lookup: address === undefined ? onlyProxies(bareHost(url)) : pinnedTo(address),
  };
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  request(url, options)
    .on("response", resolve)
    .on("error", (error) => reject(new Error(words.notConnected(url.href, signal.aborted ? undefined : error.message))))
    .end();
  return promise;
}

/** Connects to the checked address, even if the host name resolves to another one now. */
function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, done) => {
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

/** Resolves the name of a proxy. The name of the host itself is refused: only a direct connection asks for it. */
function onlyProxies(host: string): LookupFunction {
  return (name, options, done) => {
    if (name === host) done(new Error(words.proxyNotUsed), "");
    else lookupNow(name, options, done);
  };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

async function readAnswer(
  response: IncomingMessage,
  { limitBytes }: WebLimits,
  signal: AbortSignal,
): Promise<WebAnswer> {
  const { statusCode: status = 0, headers } = response;
  const type = headers["content-type"] ?? "";
  const { location } = headers;
  if (REDIRECTS.has(status) && location !== undefined) {
    return { status, location, type, body: new Uint8Array(), isCut: false };
  }
  const chunks: Uint8Array[] = [];
  let room = limitBytes;
  for await (const chunk of unpacked(response, signal) as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, room));
    room -= chunk.length;
    if (room < 0) break;
  }
  return { status, type, body: Buffer.concat(chunks), isCut: room < 0 };
}

/** Some servers compress responses although the request does not ask for it. */
function unpacked(response: IncomingMessage, signal: AbortSignal): Readable {
  const packed = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  const unpack =
    packed === "gzip" || packed === "x-gzip"
      ? createGunzip()
      : packed === "br"
        ? createBrotliDecompress()
        : packed === "deflate"
          ? createInflate()
          : undefined;
  if (unpack === undefined) return response;
  const end = (): void => void unpack.destroy(new Error(words.responseInterrupted));
  response.on("error", end);
  signal.addEventListener("abort", end, { once: true });
  return response.pipe(unpack);
}
