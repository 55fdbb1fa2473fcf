// What a provider's refusal means: from its status and its own words.
import type { Failure } from "../../message/failure.ts";
import { openAddress } from "../../providers/provider.ts";
import type { Refused } from "../line/line.ts";
import { atAddress, type Party } from "./party.ts";
import { proxyFailure } from "./network.ts";
import { kindOf, titleOf, wordsOf } from "./provider-words.ts";
import { final, retryable } from "./row.ts";
import * as words from "./words.ts";

const TOO_LONG =
  /prompt is too long|context[_ -]?length|context window|maximum context|too many (input )?tokens|token count.{0,40}exceeds|exceeds? the (maximum|limit).{0,30}token|input.{0,20}too long|exceed_context|exceeds the available context size|reduce the length of the messages|`inputs` tokens/i;
const BAD_KEY = /api[_ -]?key|authentication|unauthorized|x-api-key/i;
const NO_CREDIT = /credit|insufficient_quota|billing|payment|balance is too low|insufficient balance/i;
const BAD_MEDIA = /\b(?:image\w*|media\w*|pictures?|pdfs?|documents?|audio\w*|videos?|mime)\b/i;
const FLAGGED = /moderation|flagged/i;

export function refusalFailure({ status, body, retry_after_ms, redirect }: Refused, party: Party): Failure {
  if (redirect !== undefined) return redirectFailure(redirect, party);
  if (status < 400) return misfitFailure(body, party);
  const isQuota = /insufficient_quota/.test(body);
  return fromStatus(status, wordsOf(body), party, { wait: retry_after_ms, isQuota });
}

/** An error that came in the stream, with a type of the provider's own. */
export function streamFailure(type: string, said: string, party: Party): Failure {
  if (TOO_LONG.test(said) || TOO_LONG.test(type)) return tooLong(party.model);
  const status = STATUS_OF_TYPE.find(([pattern]) => pattern.test(type))?.[1] ?? statusIn(type);
  if (status !== undefined) return fromStatus(status, said, party, {});
  return retryable("provider-error", words.providerError(party.name, said));
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

/** Gateways give the status of the server behind them as the code of an error. */
function statusIn(type: string): number | undefined {
  const status = /\b[45]\d\d\b/.exec(type)?.[0];
  return status === undefined ? undefined : Number(status);
}

interface Limits {
  /** How long the provider wants to be left alone. */
  wait?: number | undefined;
  /** It says that the account has no quota left, and not that requests come too fast. */
  isQuota?: boolean;
}

function fromStatus(status: number, said: string, party: Party, limits: Limits): Failure {
  const { name, model } = party;
  if ([400, 413, 422, 500].includes(status) && TOO_LONG.test(said)) return tooLong(model);
  if (status === 402 || isOutOfCredit(status, said, limits))
    return final("no-credit", words.noCredit(name, said), "selectModel");
  if (status === 401 && party.isKeyless === true) return noKeyFailure(party);
  if (status === 401 || (status === 400 && BAD_KEY.test(said)))
    return final("bad-key", words.badKey(name, said), "setApiKey");
  if (status === 403 && FLAGGED.test(said)) return final("refused", words.refused(name, status, said), "inspectTurn");
  if (status === 403) return final("no-access", words.noAccess(model, said), "setApiKey");
  if (status === 404)
    return final("unknown-model", words.unknownModel(name, model, atAddress(party), said), "selectModel");
  if (status === 407) return proxyFailure();
  if (status === 413) return final("too-large", words.tooLarge(name, said), "new");
  if (status === 429) return retryable("rate-limited", words.rateLimited(name, limits.wait, said));
  if (status === 529 || status === 503) return retryable("overloaded", words.overloaded(name, limits.wait, said));
  if (status >= 500 || status === 408) return retryable("server-error", words.serverError(name, status, said));
  if (BAD_MEDIA.test(said)) return final("bad-attachment", words.badAttachment(name, said));
  return final("refused", words.refused(name, status, said), "inspectTurn");
}

/** Gemini speaks of billing when requests come too fast, too, and then says how long to wait. */
function isOutOfCredit(status: number, said: string, { wait, isQuota }: Limits): boolean {
  if (status === 429) return isQuota === true || (wait === undefined && NO_CREDIT.test(said));
  return [400, 403].includes(status) && NO_CREDIT.test(said);
}

/** A good status, and no answer behind it: a page to sign in, or an error that a gateway wraps. */
function misfitFailure(body: string, party: Party): Failure {
  const { name } = party;
  const settings = party.isOwnServer ? "setServer" : "openSettings";
  if (/^\s*</.test(body)) return final("web-page", words.webPage(name, atAddress(party), titleOf(body)), settings);
  const said = wordsOf(body);
  return /"error"\s*:/.test(body)
    ? streamFailure(kindOf(body), said, party)
    : final("no-stream", words.noStream(name, said));
}

export function noKeyFailure({ name, host, baseUrl }: Party): Failure {
  // A key belongs to a host: that one is named.
  const who = baseUrl === undefined || host === undefined ? name : words.keyAt(name, host);
  return final("no-key", words.noKey(who), "setApiKey");
}

/** Followed, the key and the message would go to a host that the user did not choose. */
function redirectFailure({ to }: NonNullable<Refused["redirect"]>, party: Party): Failure {
  const where = to === undefined ? words.anotherUrl : openAddress(to);
  return final("redirected", words.redirected(party.host ?? party.name, where), "openSettings");
}

/** `undefined` if these words mean something else. */
export function tooLongFailure(said: string, model: string): Failure | undefined {
  return TOO_LONG.test(said) ? tooLong(model) : undefined;
}

function tooLong(model: string): Failure {
  return final("over-budget", words.tooLong(model), "new");
}
