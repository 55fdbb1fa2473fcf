// An answer in pieces its SDK reads at once: whole events or lines, and the event loop has its turn between them.
import { Breather } from "../../stream/breather.ts";
import type { Excess } from "../../stream/event-meter.ts";
import { WholeEvents } from "../../stream/whole-events.ts";
import * as words from "./words.ts";

/** Of the data of one event: a picture, or all of a long answer once more. */
const EVENT_BYTES = 8 * 1024 * 1024;

/** Comments that keep the connection open, between two events. */
const IDLE_BYTES = 1024 * 1024;

/** After so many events, or bytes of one, the event loop has its turn. */
const AT_ONCE = 16;
const PIECE_BYTES = 16 * 1024;

/** An event that may be a sign and no message. */
const SHORT_BYTES = 64;
const decoder = new TextDecoder();

function dataOf(event: Uint8Array): string {
  const lines = decoder.decode(event).split(/\r\n|\r|\n/);
  return lines.flatMap((line) => /^data:?(.*)/.exec(line)?.[1]?.trim() ?? []).join("");
}

const WORDS: Readonly<Record<Excess, string>> = {
  "event-bytes": words.messageTooLarge(EVENT_BYTES),
  "event-weight": words.tooManyValues,
  "idle-bytes": words.noMessage,
};

/** `ended` hears that the server has said `[DONE]`. Events without data keep the connection open and go no further. */
export function pacedEvents(body: ReadableStream<Uint8Array>, ended?: () => void): ReadableStream<Uint8Array> {
  const whole = new WholeEvents({ eventBytes: EVENT_BYTES, idleBytes: IDLE_BYTES });
  const breather = new Breather();
  let count = 0;
  const isSilent = (event: Uint8Array): boolean => {
    const data = event.length <= SHORT_BYTES ? dataOf(event) : undefined;
    if (data === "[DONE]") ended?.();
    return data === "";
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const { events, excess } = whole.add(chunk.subarray(at, at + PIECE_BYTES));
          for (const event of events) {
            if (isSilent(event)) continue;
            controller.enqueue(event);
            count += 1;
            if (count % AT_ONCE === 0) await breather.rest();
          }
          if (excess !== undefined) {
            controller.error(new Error(WORDS[excess]));
            return;
          }
          if (breather.isDue) await breather.rest();
        }
      },
      flush(controller) {
        const rest = whole.rest();
        if (rest.length > 0 && !isSilent(rest)) controller.enqueue(rest);
      },
    }),
  );
}
