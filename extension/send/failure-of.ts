// What went wrong on a wire, in words that say what to do: from the status and the provider's own words, or the network's.
import type { Failure } from "../message/failure.ts";
import { isOwnServer, openAddress, originOf } from "../providers/provider.ts";
import { reasonOf } from "../text/reason.ts";
import type { Access } from "./access.ts";
import type { Refused } from "./line.ts";
import { counted } from "../text/counted.ts";

/** Whom the words are about. */
export interface Party {
  /** "Anthropic". */
  name: string;
  model: string;
  baseUrl?: string;
  /** The host that is asked. */
  host?: string;
  /** The user has set its address. */
  isOwnServer: boolean;
  /** No key is sent, because there is none for this host. */
  isKeyless?: boolean;
}

export function partyOf({ name, provider, baseUrl, key }: Access, model: string): Party {
  const origin = originOf(provider, baseUrl);
  return {
    name,
    model,
    isOwnServer: isOwnServer(provider),
    isKeyless: key === undefined,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(origin !== undefined && { host: new URL(origin).host }),
  };
}

type Row = Pick<Failure, "code" | "message" | "retryable" | "action">;

const TOO_LONG =
  /prompt is too long|context[_ -]?length|context window|maximum context|too many (input )?tokens|token count.{0,40}exceeds|exceeds? the (maximum|limit).{0,30}token|input.{0,20}too long|exceed_context/i;
const BAD_KEY = /api[_ -]?key|authentication|unauthorized|x-api-key/i;
const NO_CREDIT = /credit|insufficient_quota|billing|payment|balance is too low/i;
const BAD_MEDIA = /image|media|picture|pdf|document|audio|video|mime/i;

/** A refusal before the answer. */
export function refusalFailure({ status, body, retry_after_ms, redirect }: Refused, party: Party): Failure {
  if (redirect !== undefined) return redirectFailure(redirect, party);
  return { stage: "send", ...refusalRow(status, wordsOf(body), party, retry_after_ms) };
}

function refusalRow(status: number, words: string, party: Party, wait: number | undefined): Row {
  const { name, model } = party;
  const said = words === "" ? "" : ` Provider message: ${ended(words)}`;
  if ([400, 413, 422].includes(status) && TOO_LONG.test(words)) return tooLong(model);
  if (status === 402 || ([400, 403, 429].includes(status) && NO_CREDIT.test(words)))
    return row(
      "no-credit",
      `Your ${name} account is out of credit. Add credit, or select another model.${said}`,
      "selectModel",
    );
  if (status === 401 && party.isKeyless === true) return noKey(party);
  if (status === 401 || (status === 400 && BAD_KEY.test(words)))
    return row("bad-key", `${name} rejected the API key. Set the key again.${said}`, "setApiKey");
  if (status === 403)
    return row(
      "no-access",
      `Your API key does not have access to ${model}. Select another model, or set another key.${said}`,
      "setApiKey",
    );
  if (status === 404)
    return row(
      "unknown-model",
      `${name} does not have the model ${model}${at(party)}. Select another model, or correct the name in settings.${said}`,
      "selectModel",
    );
  if (status === 407) return PROXY;
  if (status === 413)
    return row(
      "too-large",
      `The request is too large for ${name}. Remove an attachment, or start a new conversation.${said}`,
      "new",
    );
  if (status === 429) return again("rate-limited", `${name} rate limit reached. Try again ${when(wait)}.${said}`);
  if (status === 529 || status === 503)
    return again("overloaded", `${name} is overloaded. Try again ${when(wait)}.${said}`);
  if (status >= 500 || status === 408)
    return again("server-error", `${name} returned an error (${status}). Try again in a moment.${said}`);
  if (BAD_MEDIA.test(words))
    return row("bad-attachment", `${name} could not read an attachment. Remove or convert it and send again.${said}`);
  return row(
    "refused",
    `${name} rejected the request (${status}).${said || " See the log for details."}`,
    "inspectTurn",
  );
}

/** An error that came in the stream, with a type of the provider's own. */
export function streamFailure(type: string, words: string, party: Party): Failure {
  if (TOO_LONG.test(words) || TOO_LONG.test(type)) return { stage: "send", ...tooLong(party.model) };
  const status = STATUS_OF_TYPE.find(([pattern]) => pattern.test(type))?.[1];
  if (status !== undefined) return { stage: "send", ...refusalRow(status, words, party, undefined) };
  const said = words === "" ? "" : ` Provider message: ${ended(words)}`;
  return {
    stage: "send",
    ...again("provider-error", `${party.name} returned an error. Try again.${said}`),
  };
}

const STATUS_OF_TYPE: readonly [RegExp, number][] = [
  [/overloaded|UNAVAILABLE/i, 529],
  [/rate_limit|RESOURCE_EXHAUSTED/i, 429],
  [/authentication|UNAUTHENTICATED/i, 401],
  [/permission/i, 403],
  [/not_found/i, 404],
  [/api_error|server_error|INTERNAL/i, 500],
  [/invalid_request/i, 400],
];

/** What the network said instead of an answer. */
export function networkFailure(error: unknown, party: Party): Failure {
  const code = codeOf(error);
  if (/proxy/i.test(allWords(error))) return { stage: "send", ...PROXY };
  const place = at(party) || ` at ${party.name}`;
  return { stage: "send", ...networkRow(code, place, party) };
}

function networkRow(code: string, place: string, party: Party): Row {
  const { name } = party;
  const settings = party.isOwnServer ? "setServer" : "openSettings";
  if (code === "ECONNREFUSED")
    return again(
      "refused-connection",
      `No server responded${place}. Start the server, or correct its URL in settings.`,
      settings,
    );
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return again(
      "no-network",
      `Could not find ${name}${at(party)}. Check your network, proxy and the URL in settings.`,
      settings,
    );
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return row(
      "certificate",
      `The certificate${place} is not trusted. If you use a proxy, add its certificate to the system's trusted certificates.`,
      "openSettings",
    );
  if (/TIMEOUT|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(code))
    return again("no-network", `Could not connect to ${name}${place}. Check your network and proxy.`, settings);
  if (/EPROTO|ERR_SSL/.test(code))
    return row(
      "no-https",
      `The server${place} does not support HTTPS. Check the port, or use a URL that begins with http://.`,
      settings,
    );
  const why = code === "" ? "" : ` (${code})`;
  if (BROKEN_OFF.test(code)) return again("connection-lost", `The connection to ${name} was lost${why}. Try again.`);
  return again("unreachable", `Could not reach ${name}${place}${why}. Check the URL, then try again.`, settings);
}

/** There was a connection, and the other side ended it. */
const BROKEN_OFF = /ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET/;

const PROXY = row(
  "proxy",
  "The proxy blocked the request. Check the URL, user name and password in VS Code's proxy settings.",
  "openSettings",
);

export function cutFailure({ name }: Party): Failure {
  return {
    stage: "send",
    ...again("cut", `The answer from ${name} was interrupted. The partial answer is kept. Try again.`),
  };
}

export function stalledFailure({ name }: Party, milliseconds: number, hasAnswered: boolean): Failure {
  const silence = `${name} sent no data for ${counted(Math.max(1, Math.round(milliseconds / 1000)), "second")}`;
  const kept = hasAnswered ? " The partial answer is kept. Try again." : " Try again, or select another model.";
  return { stage: "send", ...again("stalled", `${silence}.${kept}`) };
}

export function tooLongAnswerFailure({ name }: Party, bytes: number): Failure {
  const size = `${Math.round(bytes / 1024 / 1024)} MB`;
  return {
    stage: "send",
    ...row(
      "answer-too-long",
      `The answer from ${name} was cut off after ${size}. The partial answer is kept. Send “continue” to go on.`,
    ),
  };
}

export function emptyFailure({ name }: Party): Failure {
  return { stage: "send", ...again("empty", `${name} returned an empty answer. Try again, or rephrase your message.`) };
}

export function garbledFailure({ name }: Party, error: unknown): Failure {
  return {
    stage: "send",
    ...again(
      "garbled",
      `${name} returned an invalid response: ${ended(reasonOf(error))} The partial answer is kept. Try again.`,
    ),
  };
}

export function noKeyFailure(party: Party): Failure {
  return { stage: "send", ...noKey(party) };
}

/** A key belongs to a host: that one is named. */
function noKey({ name, host, baseUrl }: Party): Row {
  const who = baseUrl === undefined || host === undefined ? name : `${name} at ${host}`;
  return row("no-key", `No API key for ${who}. Set a key, or select another model.`, "setApiKey");
}

/** Followed, the key and the message would go to a host that the user did not choose. */
function redirectFailure({ to }: NonNullable<Refused["redirect"]>, party: Party): Failure {
  const where = to === undefined ? "another URL" : openAddress(to);
  const message = `${party.host ?? party.name} redirects to ${where}, so nothing was sent. If that URL is correct, set it in settings.`;
  return { stage: "send", ...row("redirected", message, "openSettings") };
}

/** A library was about to send to another host than the provider's. */
export function astrayFailure(host: string, { name }: Party): Failure {
  const message = `The request was for ${host}, which is not the host of ${name}. Nothing was sent.`;
  return { stage: "send", ...row("other-host", message, "openSettings") };
}

export function noAddressFailure({ name }: Party): Failure {
  const message = `${name} has no valid URL. Set the URL in settings, or select another model.`;
  return { stage: "send", ...row("no-address", message, "openSettings") };
}

function tooLong(model: string): Row {
  return row(
    "over-budget",
    `This conversation is too long for ${model}. Compact it, start a new conversation, or select a model with a larger context window.`,
    "new",
  );
}

function row(code: string, message: string, action?: Failure["action"]): Row {
  return { code, message, retryable: false, ...(action !== undefined && { action }) };
}

function again(code: string, message: string, action?: Failure["action"]): Row {
  return { ...row(code, message, action), retryable: true };
}

function at({ baseUrl }: Party): string {
  return baseUrl === undefined ? "" : ` at ${openAddress(baseUrl)}`;
}

function when(wait: number | undefined): string {
  if (wait === undefined) return "in a moment";
  const seconds = Math.ceil(wait / 1000);
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** The provider's own sentence, from the shapes in which they wrap it. */
export function wordsOf(body: string): string {
  const text = parsed(body);
  const found = (/<html/i.test(text) ? text.replace(/<[^>]*>/g, " ") : text).replace(/\s+/g, " ").trim();
  return found.length > 300 ? `${found.slice(0, 299)}…` : found;
}

function parsed(body: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body; // Not JSON: the body is the message.
  }
  for (let depth = 0; depth < 4; depth += 1) {
    if (Array.isArray(value)) value = (value satisfies unknown[]).at(0) as unknown;
    if (typeof value === "string") return value;
    if (typeof value !== "object" || value === null) return "";
    if ("error" in value) value = value.error;
    else if ("message" in value) value = value.message;
    else if ("detail" in value) value = value.detail;
    else return "";
  }
  return typeof value === "string" ? value : "";
}

export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function allWords(error: unknown): string {
  return error instanceof Error ? `${error.message} ${allWords(error.cause)}` : "";
}

/** The deepest cause that has a code. */
function codeOf(error: unknown): string {
  let code = "";
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") code = at.code;
  return code;
}
