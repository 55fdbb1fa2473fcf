import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../extension/send/event.ts";
import { sendVscodeLm, takenBy } from "../../extension/send/vscode-lm.ts";

const request = { model: "v/m", messages: [] };
const never = new AbortController().signal;

async function events(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const event of stream) all.push(event);
  return all;
}

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

describe("a model of another extension", () => {
  it("streams its text", async () => {
    const port = { send: () => Promise.resolve(pieces("a", "b")) };
    expect(await events(sendVscodeLm(request, never, port))).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "end", finish: "end" },
    ]);
  });

  it.each([
    ["NoPermissions", /select Allow/],
    ["NotFound", /Select another/],
    ["Blocked", /rejected the request: boom/],
    ["odd", /returned an error: boom/],
  ])("that fails with %s says what to do, and never throws", async (code, words) => {
    const port = { send: () => Promise.reject(Object.assign(new Error("boom"), { code })) };
    const [last] = await events(sendVscodeLm(request, never, port));
    expect(last?.type === "failed" && last.failure.message).toMatch(words);
  });

  it("keeps what arrived when it breaks in mid-stream", async () => {
    async function* broken(): AsyncGenerator<string> {
      yield await Promise.resolve("half");
      throw new Error("cut");
    }
    const all = await events(sendVscodeLm(request, never, { send: () => Promise.resolve(broken()) }));
    expect(all.map((event) => event.type)).toEqual(["text", "failed"]);
  });

  it("that is stopped ends as stopped, even if its error comes after", async () => {
    const abort = new AbortController();
    abort.abort();
    const port = { send: () => Promise.reject(new Error("Canceled")) };
    expect(await events(sendVscodeLm(request, abort.signal, port))).toEqual([{ type: "end", finish: "stopped" }]);
  });

  it.each([
    ["what it says", { supportsToolCalling: true, supportsImageToText: true }, { tools: true, images: true }],
    ["nothing else", { supportsToolCalling: false, supportsImageToText: false }, { tools: false, images: false }],
    ["tools where it says nothing, as the API lets any model have them", undefined, { tools: true, images: false }],
  ])("is given %s", (_, capabilities, { tools, images }) => {
    const taken = takenBy({ id: "m", ...(capabilities && { capabilities }) });
    expect(taken).toEqual({ tools, accepts: images ? ["image/png", "image/jpeg"] : [] });
  });
});
