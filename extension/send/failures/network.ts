// What the network said instead of an answer.
import type { Failure } from "../../message/failure.ts";
import { atAddress, type Party } from "./party.ts";
import { final, retryable } from "./row.ts";
import * as words from "./words.ts";

export function networkFailure(error: unknown, party: Party): Failure {
  if (/proxy/i.test(allWords(error))) return proxyFailure();
  return fromCode(codeOf(error), atAddress(party) || words.place(party.name), party);
}

export function proxyFailure(): Failure {
  return final("proxy", words.proxy, "openSettings");
}

function fromCode(code: string, at: string, party: Party): Failure {
  const { name } = party;
  const settings = party.isOwnServer ? "setServer" : "openSettings";
  if (code === "ECONNREFUSED") return retryable("refused-connection", words.noServer(at), settings);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return retryable("no-network", words.notFound(name, atAddress(party)), settings);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return final("certificate", words.untrusted(at), "openSettings");
  if (/TIMEOUT|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(code))
    return retryable("no-network", words.noConnection(name, at), settings);
  if (/EPROTO|ERR_SSL/.test(code)) return final("no-https", words.noHttps(at), settings);
  if (BROKEN_OFF.test(code)) return retryable("connection-lost", words.connectionLost(name, code));
  return retryable("unreachable", words.unreachable(name, at, code), settings);
}

/** There was a connection, and the other side ended it. */
const BROKEN_OFF = /ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET/;

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

/** What fetch and its streams throw when a connection ends too early. */
export function isNetworkError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (/terminated|socket|network|aborted|premature|ECONNRESET|other side closed/i.test(at.message)) return true;
    if ("code" in at && typeof at.code === "string" && /^(E|UND_ERR)/.test(at.code)) return true;
  }
  return false;
}
