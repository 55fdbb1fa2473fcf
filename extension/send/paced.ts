// An answer in pieces its SDK reads at once: whole events or lines, and the event loop has its turn between them.
import type { Excess } from "../message/event-meter.ts";
import { WholeEvents } from "../message/whole-events.ts";

/** Of the data of one event: a picture, or all of a long answer once more. */
const EVENT_BYTES = 8 * 1024 * 1024;

/** Comments that keep the connection open, between two events. */
const IDLE_BYTES = 1024 * 1024;

/** After so many the event loop has its turn. */
const AT_ONCE = 16;

const WORDS: Readonly<Record<Excess, string>> = {
  "event-bytes": `a message of more than ${EVENT_BYTES / 1024 / 1024} MB`,
  "event-weight": "a message with more values than can be read",
  "idle-bytes": "an answer without an end that says nothing",
};

export function pacedEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const whole = new WholeEvents({ eventBytes: EVENT_BYTES, idleBytes: IDLE_BYTES });
  let count = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const { events, excess } = whole.add(chunk);
        for (const event of events) {
          controller.enqueue(event);
          count += 1;
          if (count % AT_ONCE === 0) await turn();
        }
        if (excess !== undefined) controller.error(new Error(WORDS[excess]));
      },
      flush(controller) {
        const rest = whole.rest();
        if (rest.length > 0) controller.enqueue(rest);
      },
    }),
  );
}

export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
