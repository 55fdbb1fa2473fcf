// How long a growing answer rests after it was drawn, so that keys are answered in time.

/** A page that is not typed in draws about 20 times a second if it is fast, and about 8 times if it is slow. */
const REST_PER_WORK = 24;
const SHORTEST_REST_MS = 40;
const LONGEST_REST_MS = 110;

/** Many times what anyone reads in a second: text that comes faster is drawn in larger steps, which cost less. */
const FASTEST_READ = 2_000;

/** The user writes and does not read along. Most keys come between two drawings, and none waits for one. */
const REST_WHILE_TYPING_MS = 300;
const TYPING_MS = 700;

let lastKey = Number.NEGATIVE_INFINITY;

/** Call when the user types. */
export function noteKey(now = performance.now()): void {
  lastKey = now;
}

/** How long it is until the user has not typed for a moment; 0 or less if that is so now. */
export function typingFor(now = performance.now()): number {
  return lastKey + TYPING_MS - now;
}

/** `took`: the time that the drawing needed. `perSecond`: how many characters arrive in a second. */
export function restAfter(took: number, perSecond: number, now = performance.now()): number {
  if (typingFor(now) > 0) return REST_WHILE_TYPING_MS;
  if (perSecond > FASTEST_READ) return LONGEST_REST_MS;
  return Math.min(Math.max(took * REST_PER_WORK, SHORTEST_REST_MS), LONGEST_REST_MS);
}
