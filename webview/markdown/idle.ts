// Runs jobs when the page is idle and the user does not type, one in each idle callback.
import { typingFor } from "../state/answer/draw-pace.ts";

let last: Promise<void> = Promise.resolve();

/** Runs jobs in order. Reports a job that fails, and continues with the next. */
export function whenIdle(job: () => void | Promise<void>): void {
  last = last
    .then(untilKeysRest)
    .then(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 })))
    .then(job)
    .catch(reportError);
}

/** What a job draws is a frame, and a key that comes then waits for the next one. */
async function untilKeysRest(): Promise<void> {
  for (let ms = typingFor(); ms > 0; ms = typingFor()) await new Promise((resolve) => setTimeout(resolve, ms));
}
