// Hides secrets in what an agent's failures and notices say: its error output may contain values it was given.
import type { Failure } from "../../message/failure.ts";
import type { Secrets } from "../../message/secrets/secrets.ts";
import type { StreamEvent } from "../../send/event.ts";

export function hideFailure<Told extends Failure | undefined>(failure: Told, secrets: Secrets): Told {
  return failure === undefined ? failure : { ...failure, message: secrets.hide(failure.message) };
}

/** The answer itself is the agent's own. */
export async function* hideEvents(events: AsyncIterable<StreamEvent>, secrets: Secrets): AsyncGenerator<StreamEvent> {
  for await (const event of events) {
    if (event.type === "failed") yield { ...event, failure: hideFailure(event.failure, secrets) };
    else if (event.type === "notice")
      yield { ...event, notice: { ...event.notice, message: secrets.hide(event.notice.message) } };
    else yield event;
  }
}
