// Runs jobs when the page is idle, one in each idle callback.

let last: Promise<void> = Promise.resolve();

/** Runs jobs in order. Reports a job that fails, and continues with the next. */
export function whenIdle(job: () => void | Promise<void>): void {
  last = last
    .then(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 2_000 })))
    .then(job)
    .catch(reportError);
}
