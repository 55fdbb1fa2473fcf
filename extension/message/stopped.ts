// Work that nobody waits for once it is stopped, however long it goes on.

/** `undefined` when the signal came first; what still runs is not heard any more. */
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
