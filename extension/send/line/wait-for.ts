// A pause that Stop ends.

/** Resolves after the time, or at once when the signal fires. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = (): void => {
    clearTimeout(timer);
    signal.removeEventListener("abort", done);
    resolve();
  };
  const timer = setTimeout(done, milliseconds);
  signal.addEventListener("abort", done);
  if (signal.aborted) done();
  return promise;
}
