// An answer in pieces its SDK reads at once: whole events or lines, and the event loop has its turn between them.
import { Breather } from "../../stream/breather.ts";
import { MarkRemover } from "../../stream/byte-order-mark.ts";
import type { Excess } from "../../stream/event-meter.ts";
import { through } from "../../stream/through.ts";
import { WholeEvents } from "../../stream/whole-events.ts";
import * as words from "./words.ts";
import { canonicalEvent } from "./canonical-event.ts";

/** Of the data of one event: a picture, or all of a long answer once more. */
const EVENT_BYTES = 8 * 1024 * 1024;

/** Comments that keep the connection open, between two events. */
const IDLE_BYTES = 1024 * 1024;

/** After so many events, or bytes of one, the event loop has its turn. */
const AT_ONCE = 16;
const PIECE_BYTES = 16 * 1024;

const WORDS: Readonly<Record<Excess, string>> = {
  "event-bytes": words.messageTooLarge(EVENT_BYTES),
  "event-weight": words.tooManyValues,
  "idle-bytes": words.noMessage,
};

/** `ended` hears that the server has said `[DONE]`. Events without data keep the connection open and go no further. */
export function pacedEvents(
  body: ReadableStream<Uint8Array>,
  isNamed: boolean,
  ended: () => void,
): ReadableStream<Uint8Array> {
  const whole = new WholeEvents({ eventBytes: EVENT_BYTES, idleBytes: IDLE_BYTES });
  const mark = new MarkRemover();
  const breather = new Breather();
  let count = 0;
  const read = (event: Uint8Array): Uint8Array<ArrayBuffer>[] => {
    const canonical = canonicalEvent(event, isNamed);
    if (canonical?.isDone === true) ended();
    return canonical === undefined ? [] : [canonical.bytes];
  };
  return through(body, {
    each: async (arrived, send) => {
      const chunk = mark.remove(arrived);
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const { events, excess } = whole.add(chunk.subarray(at, at + PIECE_BYTES));
        for (const event of events.flatMap(read)) {
          send(event);
          count += 1;
          if (count % AT_ONCE === 0) await breather.rest();
        }
        if (excess !== undefined) throw new Error(WORDS[excess]);
        if (breather.isDue) await breather.rest();
      }
    },
    end: (send) => {
      for (const event of read(whole.rest())) send(event);
    },
  });
}
