// Stops waiting for work on abort, however long the work still runs.

/** `undefined` if the signal aborts first; the result of the work is then ignored. */
export async function unlessStopped<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  if (signal === undefined) return work;
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => {
    resolve(undefined);
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return Promise.race([work, stopped]).finally(() => {
    signal.removeEventListener("abort", stop);
  });
}
