// An agent's output, read line by line and no faster than it is listened to.
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { expect, it } from "vitest";
import { lineStream } from "../../extension/acp/process/line-stream.ts";

const note = (n: number): string => `${JSON.stringify({ jsonrpc: "2.0", method: "note", params: { n } })}\n`;

function reading(chunks: AsyncIterable<string>): { next: () => Promise<AnyMessage | undefined>; garbage: string[] } {
  const garbage: string[] = [];
  const silent = (): void => undefined;
  const tap = { sent: silent, received: silent, ended: silent, garbage: (line: string) => garbage.push(line) };
  const reader = lineStream(() => Promise.resolve(), chunks, tap).readable.getReader();
  return { next: async () => (await reader.read()).value, garbage };
}

async function* saying(...chunks: string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

it("a flood waits: no more is read than is listened to", async () => {
  let taken = 0;
  async function* flood(): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve(note(++taken));
  }
  const { next } = reading(flood());
  await next();
  await next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(taken).toBeLessThanOrEqual(4);
});

it("a message may come in pieces, and several in one", async () => {
  const [one, two] = [note(1), note(2)];
  const { next } = reading(saying(one.slice(0, 9), one.slice(9, 20), `${one.slice(20)}\n  \n${two}`));
  expect(await next()).toMatchObject({ params: { n: 1 } });
  expect(await next()).toMatchObject({ params: { n: 2 } });
  expect(await next()).toBeUndefined();
});

it("what is no message is told and passed over", async () => {
  const { next, garbage } = reading(saying('Listening…\n{"jsonrpc":"1.0"}\n[]\nnull\n', note(1)));
  expect(await next()).toMatchObject({ params: { n: 1 } });
  expect(garbage).toEqual(["Listening…", '{"jsonrpc":"1.0"}', "[]", "null"]);
});

it("a line that never ends is not kept", async () => {
  const piece = "x".repeat(2 * 1024 * 1024);
  const { next } = reading(saying(piece, piece, piece, piece, "x"));
  await expect(next()).rejects.toThrow("it sent a message larger than 8 MB");
});

it.each([
  ["more than 20000 values", `{"jsonrpc":"2.0","params":[${"1,".repeat(20_000)}1]}\n`],
  ["values nested more than 200 levels deep", `{"jsonrpc":"2.0","params":${"[".repeat(300)}${"]".repeat(300)}}\n`],
])("a message with %s is not taken in", async (words, line) => {
  await expect(reading(saying(line)).next()).rejects.toThrow(words);
});

it("signs in a text are no values", async () => {
  const text = '\\"[{,'.repeat(60_000);
  const { next } = reading(saying(`${JSON.stringify({ jsonrpc: "2.0", method: "note", params: { text } })}\n`));
  expect(await next()).toMatchObject({ params: { text } });
});

it("an agent that asks without end and reads no answer is not heard any more", async () => {
  const asks = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ask" })}\n`;
  const { next } = reading(saying(asks.repeat(2_001)));
  for (let at = 0; at < 2_000; at += 1) await next();
  await expect(next()).rejects.toThrow("without reading the responses");
});
