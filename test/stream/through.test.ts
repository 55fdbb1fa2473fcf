import { expect, test } from "vitest";
import { through } from "../../extension/stream/through.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream as BodyInit).text();

/** Each text is a chunk, given when it is asked for. */
function bodyOf(...texts: string[]) {
  const told = { read: 0, cancelled: undefined as unknown };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = texts[told.read];
        told.read += 1;
        if (next === undefined) controller.close();
        else controller.enqueue(bytes(next));
      },
      cancel(reason) {
        told.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, told };
}

test("a chunk becomes none, one or several, and the end may add some", async () => {
  const { body } = bodyOf("skip", "two", "one", "skip");
  const stream = through(body, {
    each: async (chunk, send) => {
      const word = new TextDecoder().decode(chunk);
      await Promise.resolve();
      if (word !== "skip") send(bytes(`${word},`));
      if (word === "two") send(bytes("two again,"));
    },
    end: (send) => send(bytes("end")),
  });
  expect(await text(stream)).toBe("two,two again,one,end");
});

test("nothing is read before it is asked for", async () => {
  const { body, told } = bodyOf("a", "b", "c");
  const reader = through(body, { each: (chunk, send) => send(chunk) }).getReader();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.read).toBe(0);
  await reader.read();
  expect(told.read).toBe(1);
});

test("an error of the function breaks the stream, and the body is cancelled with it", async () => {
  const { body, told } = bodyOf("a", "b");
  const error = new Error("too much");
  const stream = through(body, {
    each: () => {
      throw error;
    },
  });
  await expect(text(stream)).rejects.toBe(error);
  expect(told.cancelled).toBe(error);
});

test("an error of the body is the stream's", async () => {
  const error = new Error("cut");
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
  await expect(text(through(body, { each: (chunk, send) => send(chunk) }))).rejects.toBe(error);
});

test("a stream that is cancelled cancels its body, also while it waits for a chunk", async () => {
  const told: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({ cancel: (reason) => void told.push(reason) });
  const reader = through(body, { each: (chunk, send) => send(chunk), end: (send) => send(bytes("end")) }).getReader();
  const waiting = reader.read();
  await reader.cancel("enough");
  expect(await waiting).toEqual({ value: undefined, done: true });
  expect(told).toEqual(["enough"]);
});
