// Work that may wait: one job per idle moment, so that no moment gets long.

let last: Promise<void> = Promise.resolve();

/** Jobs run in the order they came; one that fails is reported, and the next has its turn. */
export function whenIdle(job: () => void | Promise<void>): void {
  last = last
    .then(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 })))
    .then(job)
    .catch(reportError);
}
