// The story of a turn, in order: acquire, compose, persist; assemble, lower, send; and again while the model calls tools. Read this first.
import type { Failure } from "../message/failure.ts";
import type { Finish } from "../message/message.ts";
import { unlessStopped } from "../stream/stopped.ts";
import { Answer } from "./answer.ts";
import { acquireFacts, composeMessage } from "./gather.ts";
import type { Ownership } from "./ownership.ts";
import type { TurnPorts } from "./ports.ts";
import { saveFailure, TAKEN_OVER } from "./recorder.ts";
import type { Source } from "./sources.ts";
import type { TurnWatch } from "./watch.ts";
import * as words from "./words.ts";

/** How a turn ended. */
export type TurnEnd =
  | { kind: "answered"; finish: Finish }
  | { kind: "refused"; failure: Failure }
  | { kind: "nothing-to-send" };

/**
 * Sends one message and records its answer. A message that is stopped or refused before it is on disk is not sent.
 * A later failure becomes the end of the answer; rejects only if the answer cannot be stored at all.
 */
export async function turn(
  ports: TurnPorts,
  conversationId: string,
  source: Source,
  watch: TurnWatch,
): Promise<TurnEnd> {
  let { started } = source;
  try {
    while (started === undefined) {
      const next = await source.next(watch.signal);
      if (next === undefined) return { kind: "nothing-to-send" };
      if (!next.ok) return { kind: "refused", failure: next.failure };
      const { outgoing, signal, save } = next.value;

      const facts = await unlessStopped(acquireFacts(ports, outgoing), signal);
      if (facts === undefined || signal?.aborted === true) return { kind: "refused", failure: whyStopped(ports) };
      const composed = composeMessage(ports, outgoing, facts);
      const persisted = save(composed);
      if (persisted?.ok === false) return { kind: "refused", failure: persisted.failure };
      started = persisted?.value;
    }
  } catch (error) {
    return { kind: "refused", failure: saveFailure(error) };
  }
  watch.stored(started);

  const answer = await Answer.begin(ports, conversationId, started, watch);
  try {
    // The first round has no calls, unless the answer waited for the user.
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

function whyStopped({ isOurs }: Ownership): Failure {
  if (!isOurs()) return TAKEN_OVER;
  return {
    stage: "turn",
    code: "stopped",
    message: words.stoppedBeforeSending,
    retryable: true,
  };
}
