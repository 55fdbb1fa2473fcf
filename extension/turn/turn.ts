// The story of a turn, in order: acquire, compose, persist; assemble, lower, send; and again while the model calls tools. Read this first.
import type { Failure } from "../message/failure.ts";
import type { Finish } from "../message/message.ts";
import { unlessStopped } from "../stream/stopped.ts";
import { Answer } from "./answer.ts";
import { acquireFacts, composeMessage } from "./gather.ts";
import { saveFailure, TAKEN_OVER } from "./recorder.ts";
import type { Rooms } from "./rooms.ts";
import type { Source } from "./sources.ts";
import type { TurnWatch } from "./watch.ts";

/** How it ended; without a message if there was none to send. */
export type TurnEnd =
  { kind: "answered"; finish: Finish } | { kind: "refused"; failure: Failure } | { kind: "nothing-to-send" };

/**
 * One message of the user and its answer. A message that is stopped, or refused, before it is on disk is not sent.
 * Whatever happens later becomes the end of the answer; rejects only when no answer can be begun.
 */
export async function turn(rooms: Rooms, sessionId: string, source: Source, watch: TurnWatch): Promise<TurnEnd> {
  let { begun } = source;
  try {
    while (begun === undefined) {
      const next = await source.next(watch.signal);
      if (next === undefined) return { kind: "nothing-to-send" };
      if (!next.ok) return { kind: "refused", failure: next.failure };

      const facts = await unlessStopped(acquireFacts(rooms, next.outgoing), next.signal);
      if (facts === undefined || next.signal?.aborted === true) return { kind: "refused", failure: whyStopped(rooms) };
      const composed = composeMessage(rooms, next.outgoing, facts);
      const persisted = next.save(composed);
      if (persisted?.ok === false) return { kind: "refused", failure: persisted.failure };
      begun = persisted?.begun;
    }
  } catch (error) {
    return { kind: "refused", failure: saveFailure(error) };
  }
  watch.stored(begun);

  const answer = await Answer.begin(rooms, sessionId, begun, watch);
  try {
    // The first time there are no calls, unless the answer waited for the user.
    while (await answer.runCalls()) {
      const assembled = await answer.assemble();
      const lowered = answer.lower(assembled);
      const ended = await answer.send(lowered);
      if (!answer.goesOn(ended)) break;
    }
  } catch (error) {
    answer.breakOff(error);
  }
  return { kind: "answered", finish: answer.finish };
}

function whyStopped(rooms: Rooms): Failure {
  if (rooms.isOurs?.() === false) return TAKEN_OVER;
  return {
    stage: "turn",
    code: "stopped",
    message: "Stopped before sending. Your message is back in the input.",
    retryable: true,
  };
}
