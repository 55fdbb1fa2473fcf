// From a request to its end: tried again while nothing has arrived, and every ending, good or bad, is one last event.
import type { Failure } from "../message/failure.ts";
import type { Finish } from "../message/message.ts";
import { originOf } from "../providers/provider.ts";
import { type Access, PATIENCE, type Patience } from "./access.ts";
import type { Said, StreamEvent } from "./event.ts";
import * as endings from "./failures/endings.ts";
import { isNetworkError, networkFailure } from "./failures/network.ts";
import { type Party, partyOf } from "./failures/party.ts";
import { wordsOf } from "./failures/provider-words.ts";
import { noKeyFailure, refusalFailure, streamFailure } from "./failures/refusal.ts";
import { Line } from "./line/line.ts";
import { Silence } from "./line/silence.ts";
import { waitFor } from "./line/wait-for.ts";

/** Speaks a wire over the line: says what arrives, returns how it ended, throws as it likes. */
export type Talk = (line: Line) => AsyncGenerator<Said, Finish>;

/** The stream ended without the provider's mark of an end. */
export class Cut extends Error {}

/** The provider said in the stream that it failed. */
export class Broken extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export async function* converse(
  access: Access,
  model: string,
  signal: AbortSignal,
  talk: Talk,
  wait: typeof waitFor = waitFor,
): AsyncGenerator<StreamEvent> {
  const patience = { ...PATIENCE, ...access.patience };
  const party = partyOf(access, model);
  if (originOf(access.provider, access.baseUrl) === undefined) {
    yield { type: "failed", failure: endings.noAddressFailure(party) };
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    const line = new Line(access, signal);
    const ending = yield* once(line, talk, signal, party, patience);
    if (ending.type !== "failed" || !ending.again || attempt >= patience.attempts) {
      yield ending.type === "failed" ? { type: "failed", failure: ending.failure } : ending;
      return;
    }
    const in_ms = ending.after ?? patience.backoffMs * 2 ** (attempt - 1);
    if (in_ms > patience.longestWaitMs) {
      yield { type: "failed", failure: ending.failure };
      return;
    }
    yield { type: "retrying", attempt: attempt + 1, of: patience.attempts, in_ms };
    await wait(in_ms, signal);
    if (signal.aborted) {
      yield { type: "end", finish: "stopped" };
      return;
    }
  }
}

/** For a provider whose own URL requires a key. */
export async function* converseWithKey(
  access: Access,
  model: string,
  signal: AbortSignal,
  talk: Talk,
): AsyncGenerator<StreamEvent> {
  if (access.key === undefined && access.baseUrl === undefined)
    yield { type: "failed", failure: noKeyFailure(partyOf(access, model)) };
  else yield* converse(access, model, signal, talk);
}

type Silent = Extract<StreamEvent, { type: "silent" }>;

type Ending =
  | { type: "end"; finish: Finish }
  /** `again`: nothing had arrived, and another attempt may help; `after` as long as the provider wants. */
  | { type: "failed"; failure: Failure; again: boolean; after?: number };

async function* once(
  line: Line,
  talk: Talk,
  signal: AbortSignal,
  party: Party,
  patience: Patience,
): AsyncGenerator<Said | Silent, Ending> {
  let said = 0;
  const silence = new Silence();
  let nameless = 0;
  let how = "stopped";
  const isStopped = (): boolean => signal.aborted;
  const talking = talk(line);
  const ends = (ending: Ending): Ending => {
    how = ending.type === "end" ? ending.finish : ending.failure.code;
    return ending;
  };
  try {
    for (;;) {
      const next = talking.next();
      let come = await Promise.race([next, silence.isLong]);
      while (come === "silent") {
        yield { type: "silent", seconds: silence.seconds };
        come = await Promise.race([next, silence.isLong]);
      }
      silence.end();
      const { done, value } = come;
      // An SDK that is cut off may end as if all were well.
      if (isStopped() || line.trouble !== undefined) return ends(interruption(line, signal, party, patience));
      if (done === true) {
        if (said === 0 && value === "end") return ends(failed(endings.emptyFailure(party)));
        if (nameless > 0 && value === "tool") return ends(failed(endings.cutFailure(party)));
        return ends({ type: "end", finish: value });
      }
      // No server takes a call without a name back.
      if (value.type === "tool-call" && value.name === "") {
        nameless += 1;
        continue;
      }
      if (value.type !== "usage" && value.type !== "notice") said += 1;
      yield value;
      if (isStopped()) return ends({ type: "end", finish: "stopped" });
    }
  } catch (error) {
    if (isStopped() || line.trouble !== undefined) return ends(interruption(line, signal, party, patience));
    return ends(toEnding(error, line, party));
  } finally {
    silence.close();
    line.close(how);
    // The ending is known; what the library says while it is closed changes nothing.
    await talking.return("stopped").catch(() => undefined);
  }
}

function interruption(line: Line, signal: AbortSignal, party: Party, patience: Patience): Ending {
  if (signal.aborted) return { type: "end", finish: "stopped" };
  if (line.trouble === "too-long") return failed(endings.tooLongAnswerFailure(party, patience.longestAnswer));
  const silence = line.hasAnswered ? patience.stallMs : patience.firstByteMs;
  return failed(endings.stalledFailure(party, silence, line.hasAnswered));
}

function toEnding(error: unknown, line: Line, party: Party): Ending {
  if (line.astray !== undefined) return failed(endings.astrayFailure(line.astray, party));
  if (line.refused !== undefined) {
    const failure = refusalFailure(line.refused, party);
    const { retry_after_ms: after } = line.refused;
    return { type: "failed", failure, again: failure.retryable, ...(after !== undefined && { after }) };
  }
  if (error instanceof Broken) return failed(streamFailure(error.type, wordsOf(error.message), party));
  // A connection that ends without a byte may do better at the next attempt.
  if (error instanceof Cut) return { type: "failed", failure: endings.cutFailure(party), again: !line.hasAnswered };
  if (!line.hasAnswered) {
    const failure = networkFailure(error, party);
    return { type: "failed", failure, again: failure.retryable };
  }
  return failed(isNetworkError(error) ? endings.cutFailure(party) : endings.garbledFailure(party, error));
}

function failed(failure: Failure): Ending {
  return { type: "failed", failure, again: false };
}
