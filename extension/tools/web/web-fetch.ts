// web_fetch: a page of the public internet as text. Every hop is checked, and connected to the checked address or a proxy.
import * as z from "zod/mini";
import { isTextMime } from "../../text/mime.ts";
import { defineTool, refuse } from "../define.ts";
import { htmlText } from "./html-text.ts";
import type { Ports, Web, WebAnswer } from "../ports.ts";
import type { Outcome, Tool } from "../tool.ts";
import { bareHost, isPublicAddress, isPublicName, parseWebUrl } from "./web-address.ts";
import type { Result } from "../../message/result.ts";
import * as words from "./words.ts";

const WebFetchInput = z.object({ url: z.string().check(z.maxLength(8000)) });

const MOST_HOPS = 5;
const TIMEOUT_MS = 30_000;
const LIMIT_BYTES = 2 * 1024 * 1024;

export function webFetchTool({ web }: Pick<Ports, "web">): Tool {
  return defineTool({
    name: "web_fetch",
    description: "Fetch a public http or https URL and return it as text.",
    input: WebFetchInput,
    harmless: false,
    prepare({ url: typed }) {
      const parsed = parseWebUrl(typed.trim());
      if (!parsed.ok) return refuse(words.notFetched(JSON.stringify(typed), parsed.failure));
      const url = parsed.value;
      const run = async (signal: AbortSignal): Promise<Outcome> => follow(web, url, signal);
      const needs = [{ permission: "fetch", pattern: bareHost(url).replace(/\.$/, "") }] as const;
      const preview = { type: "text", text: url.href } as const;
      return { ok: true, call: { title: words.fetchTitle(url.host), needs, preview, changes: false, run } };
    },
  });
}

async function follow(web: Web, start: URL, stopped: AbortSignal): Promise<Outcome> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(TIMEOUT_MS)]);
  let url = start;
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    const address = await checkedAddress(web, url);
    if (!address.ok) return refuse(words.notFetched(url.href, address.failure));
    const answer = await web.get(url, address.value, { limitBytes: LIMIT_BYTES, timeoutMs: TIMEOUT_MS, signal });
    if (answer.location === undefined) return toOutcome(url, answer);
    const next = parseWebUrl(answer.location, url);
    if (!next.ok) return refuse(words.refusedRedirect(url.href, JSON.stringify(answer.location), next.failure));
    // The user allowed neither another host nor plain http to this one: the model must ask for it.
    if (next.value.host !== url.host || (url.protocol === "https:" && next.value.protocol === "http:")) {
      return refuse(words.otherHost(url.href, next.value.href));
    }
    url = next.value;
  }
  return refuse(words.manyRedirects(start.href, MOST_HOPS));
}

/** `undefined` where a proxy connects: the host is checked by its name. */
async function checkedAddress(web: Web, url: URL): Promise<Result<string | undefined, string>> {
  if (web.isProxied(url)) {
    return isPublicName(bareHost(url)) ? { ok: true, value: undefined } : { ok: false, failure: words.notPublic };
  }
  // If the lookup fails, the result says that the host was not found.
  const addresses = await web.resolve(bareHost(url)).catch(() => []);
  const [first] = addresses;
  if (first === undefined) return { ok: false, failure: words.hostNotFound };
  // One private address among public ones may be an attack on the local network.
  return addresses.every(isPublicAddress) ? { ok: true, value: first } : { ok: false, failure: words.notPublic };
}

async function toOutcome(url: URL, { status, type, body, isCut }: WebAnswer): Promise<Outcome> {
  const mime = type.replace(/;.*$/s, "").trim().toLowerCase();
  if (body.length > 0 && !isText(mime, body)) {
    return refuse(words.notText(url.href, mime, body.length, isCut));
  }
  const raw = decode(body, type);
  const isHtml = mime === "text/html" || mime === "application/xhtml+xml";
  const text = (isHtml ? await htmlText(raw, url) : raw).trim();
  const shown = [text === "" ? words.noText : text, ...(isCut ? [words.truncated(LIMIT_BYTES)] : [])].join("\n\n");
  if (status < 200 || status > 299) return refuse(words.badStatus(url.href, status, shown.slice(0, 4000)));
  return { ok: true, output: `${url.href}\n\n${shown}` };
}

function isText(mime: string, body: Uint8Array): boolean {
  if (body.subarray(0, 8192).includes(0)) return false;
  return mime === "" || isTextMime(mime);
}

function decode(body: Uint8Array, type: string): string {
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1];
  const inPage = /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(
    Buffer.from(body.subarray(0, 1024)).toString("latin1"),
  )?.[1];
  try {
    return new TextDecoder(named ?? inPage ?? "utf-8").decode(body);
  } catch {
    // An unknown charset is read as UTF-8.
    return new TextDecoder().decode(body);
  }
}
