// An answer that does not come, comes in part, or is none; and a request that was not sent.
import type { Failure } from "../../message/failure.ts";
import { reasonOf } from "../../text/reason.ts";
import { atAddress, type Party } from "./party.ts";
import { final, retryable } from "./row.ts";
import * as words from "./words.ts";

export function cutFailure({ name }: Party): Failure {
  return retryable("cut", words.cut(name));
}

export function stalledFailure({ name }: Party, ms: number, hasAnswered: boolean): Failure {
  return retryable("stalled", hasAnswered ? words.stalled(name, ms) : words.noFirstByte(name, ms));
}

export function tooLongAnswerFailure({ name }: Party, bytes: number): Failure {
  return final("answer-too-long", words.answerTooLong(name, bytes));
}

export function emptyFailure({ name }: Pick<Party, "name">): Failure {
  return retryable("empty", words.empty(name));
}

export function garbledFailure({ name }: Party, error: unknown): Failure {
  return retryable("garbled", words.garbled(name, reasonOf(error)));
}

/** A library was about to send to another host than the provider's. */
export function astrayFailure(host: string, { name }: Party): Failure {
  return final("other-host", words.otherHost(host, name), "openSettings");
}

export function noAddressFailure({ name }: Party): Failure {
  return final("no-address", words.noAddress(name), "openSettings");
}

/** The server is there, and does not list models at this URL. */
export function noListFailure(party: Party, said: string): Failure {
  const settings = party.isOwnServer ? "setServer" : "openSettings";
  return final("no-list", words.noList(party.name, atAddress(party), said), settings);
}
