// A stream that reads another and passes on what a function makes of each chunk. It has one reader and no pipe: of a short
// answer a pipe takes longer than all that is done with its bytes.

type Send = (chunk: Uint8Array) => void;

export interface Through {
  /** Sends nothing, one chunk or several. What it throws breaks the stream. */
  each: (chunk: Uint8Array, send: Send) => void | Promise<void>;
  /** After the last chunk. */
  end?: (send: Send) => void;
}

/** Reads `body` only when it is read itself, and breaks as `body` does. */
export function through(body: ReadableStream<Uint8Array>, { each, end }: Through): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isCancelled = false;
  let sent = 0;
  const passOn = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (chunk: Uint8Array): void => {
      sent += 1;
      if (!isCancelled) controller.enqueue(chunk);
    };
    const before = sent;
    while (sent === before) {
      const { value, done } = await reader.read();
      if (isCancelled) return;
      if (done) {
        end?.(send);
        controller.close();
        return;
      }
      await each(value, send);
    }
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          await passOn(controller);
        } catch (error) {
          // `body` may be what broke: then there is nothing to cancel.
          await reader.cancel(error).catch(() => undefined);
          throw error;
        }
      },
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
