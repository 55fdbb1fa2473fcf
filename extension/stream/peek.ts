// Reads the first bytes of a stream, and gives the whole stream to its reader.

export interface Peeked {
  /** Empty if the stream has no bytes. */
  first: Uint8Array;
  /** The whole stream, the first bytes included. */
  stream: ReadableStream<Uint8Array>;
}

/** Rejects as the stream does. */
export async function peek(body: ReadableStream<Uint8Array>): Promise<Peeked> {
  const reader = body.getReader();
  const { value: first = new Uint8Array(), done } = await reader.read();
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.length > 0) controller.enqueue(first);
      if (done) controller.close();
    },
    async pull(controller) {
      const next = await reader.read();
      if (isCancelled) return;
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel(reason) {
      isCancelled = true;
      return reader.cancel(reason);
    },
  });
  return { first, stream };
}
