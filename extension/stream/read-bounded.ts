// The start of a body: so many bytes, so long, and then the connection is ended.

export interface ReadBounds {
  bytes: number;
  /** For all of it. */
  ms: number;
}

export interface ReadBytes {
  bytes: Uint8Array<ArrayBuffer>;
  /** `false` if a bound or a broken connection cut the body. */
  isWhole: boolean;
}

/** Never rejects: resolves with what arrived before the connection broke. */
export async function readBounded(body: ReadableStream<Uint8Array> | null, bounds: ReadBounds): Promise<ReadBytes> {
  if (body === null) return { bytes: new Uint8Array(), isWhole: true };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isWhole = false;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // A connection that is broken already has nothing to cancel.
    void reader.cancel().catch(() => undefined);
  }, bounds.ms);
  try {
    while (length <= bounds.bytes) {
      const { value, done } = await reader.read();
      // A reader that was cancelled says that it is done, too.
      isWhole = done && !isLate;
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // The connection broke: the caller gets what arrived before, and learns that it is not all.
    isWhole = false;
  } finally {
    clearTimeout(timer);
    // As above.
    void reader.cancel().catch(() => undefined);
  }
  return { bytes: joined(chunks, Math.min(length, bounds.bytes)), isWhole };
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - at), at);
    at = Math.min(length, at + chunk.length);
  }
  return bytes;
}
