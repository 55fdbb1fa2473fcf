// Bytes that arrived: what our senders put on the wire, compared with the official SDK called by hand, and with other
// people's imitation of the providers.
import { Anthropic } from "@anthropic-ai/sdk";
import { LLMock } from "@copilotkit/aimock";
import { GoogleGenAI } from "@google/genai/web";
import { OpenAI } from "openai";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../extension/send/event.ts";
import { everything, modelOf, PDF, png } from "../fakes/context.ts";
import { type Arrived, type WireServer, wireServer } from "../fakes/wire-server.ts";
import { KEY, providerOf, sendOver, WIRES, wordsIn } from "../fakes/wires.ts";

async function arrivedOver(server: WireServer, send: () => Promise<unknown>): Promise<Arrived> {
  server.arrived.length = 0;
  await send();
  const [arrived] = server.arrived;
  if (arrived === undefined) throw new Error("nothing arrived");
  return arrived;
}

/** What differs from machine to machine, or names the library and not the message. */
function telling({ method, url, headers, body }: Arrived): unknown {
  const kept = Object.entries(headers).filter(([name]) =>
    /^(content-type|accept|anthropic-version|x-api-key|authorization|x-goog-api-key)$/.test(name),
  );
  return { method, url, headers: Object.fromEntries(kept), body };
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  const all: unknown[] = [];
  for await (const event of stream) all.push(event);
}

describe("what arrives is what the official SDK sends for the same message", () => {
  it("at Anthropic", async () => {
    const server = await wireServer("anthropic");
    const ours = await arrivedOver(server, () => sendOver("anthropic", server.url, { context: everything() }));
    const client = new Anthropic({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
    const cached = { cache_control: { type: "ephemeral" as const } };
    const byHand = await arrivedOver(server, async () =>
      drain(
        await client.messages.create({
          model: "m-1",
          max_tokens: 8192,
          system: [{ type: "text", text: "Be brief.\n\nFolder: app.", ...cached }],
          tools: [
            {
              name: "read",
              description: "Reads a file.",
              input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
              ...cached,
            },
          ],
          messages: [
            {
              role: "user",
              content: [
                { type: "text", text: "Look at " },
                { type: "image", source: { type: "base64", media_type: "image/png", data: png() } },
                { type: "text", text: " and " },
                {
                  type: "document",
                  source: { type: "base64", media_type: "application/pdf", data: PDF },
                  title: "spec.pdf",
                },
              ],
            },
            {
              role: "assistant",
              content: [
                { type: "thinking", thinking: "They differ.", signature: "rs_1:sig" },
                { type: "text", text: "Let me read both." },
                { type: "tool_use", id: "call_1", name: "read", input: { path: "a.ts" } },
                { type: "tool_use", id: "call_2", name: "read", input: { path: "b.ts" }, ...cached },
              ],
            },
            {
              role: "user",
              content: [
                { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "one" }] },
                {
                  type: "tool_result",
                  tool_use_id: "call_2",
                  content: [{ type: "text", text: "not there" }],
                  is_error: true,
                },
                { type: "text", text: "Go on." },
              ],
            },
          ],
          stream: true,
        }),
      ),
    );
    expect(telling(ours)).toEqual(telling(byHand));
    await server.close();
  });

  it("at OpenAI, Responses", async () => {
    const server = await wireServer("openai-responses");
    const ours = await arrivedOver(server, () =>
      sendOver("openai-responses", server.url, { context: everything(), model: { reasoning: "adaptive" } }),
    );
    const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const byHand = await arrivedOver(server, async () =>
      drain(
        await client.responses.create({
          model: "m-1",
          instructions: "Be brief.\n\nFolder: app.",
          input: [
            {
              type: "message",
              role: "user",
              content: [
                { type: "input_text", text: "Look at " },
                { type: "input_image", image_url: `data:image/png;base64,${png()}`, detail: "auto" },
                { type: "input_text", text: " and " },
                { type: "input_file", filename: "spec.pdf", file_data: `data:application/pdf;base64,${PDF}` },
              ],
            },
            {
              type: "reasoning",
              id: "rs_1",
              summary: [{ type: "summary_text", text: "They differ." }],
              encrypted_content: "sig",
            },
            { type: "message", role: "assistant", content: "Let me read both." },
            { type: "function_call", call_id: "call_1", name: "read", arguments: '{"path":"a.ts"}' },
            { type: "function_call", call_id: "call_2", name: "read", arguments: '{"path":"b.ts"}' },
            { type: "function_call_output", call_id: "call_1", output: "one" },
            { type: "function_call_output", call_id: "call_2", output: "not there" },
            { type: "message", role: "user", content: [{ type: "input_text", text: "Go on." }] },
          ],
          tools: [
            {
              type: "function",
              name: "read",
              description: "Reads a file.",
              parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
              strict: false,
            },
          ],
          parallel_tool_calls: true,
          max_output_tokens: 8192,
          reasoning: { summary: "auto" },
          include: ["reasoning.encrypted_content"],
          prompt_cache_key: "ses_1",
          store: false,
          stream: true,
        }),
      ),
    );
    expect(telling(ours)).toEqual(telling(byHand));
    await server.close();
  });

  it("at OpenAI, Chat", async () => {
    const server = await wireServer("openai-chat");
    const ours = await arrivedOver(server, () => sendOver("openai-chat", server.url));
    const client = new OpenAI({ apiKey: KEY, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const byHand = await arrivedOver(server, async () =>
      drain(
        await client.chat.completions.create({
          model: "m-1",
          messages: [
            { role: "system", content: "Be brief.\n\nFolder: app." },
            { role: "user", content: "hi" },
          ],
          tools: [
            {
              type: "function",
              function: {
                name: "read",
                description: "Reads a file.",
                parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
              },
            },
          ],
          // eslint-disable-next-line @typescript-eslint/no-deprecated -- as compatible servers know it
          max_tokens: 8192,
          stream: true,
          stream_options: { include_usage: true },
        }),
      ),
    );
    expect(telling(ours)).toEqual(telling(byHand));
    await server.close();
  });

  it("at Gemini, and the body is the request as it was lowered", async () => {
    const server = await wireServer("gemini");
    const ours = await arrivedOver(server, () => sendOver("gemini", server.url, { context: everything() }));
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: server.url } });
    const byHand = await arrivedOver(server, async () =>
      drain(
        await client.models.generateContentStream({
          model: "m-1",
          contents: [
            {
              role: "user",
              parts: [
                { text: "Look at " },
                { inlineData: { mimeType: "image/png", data: png() } },
                { text: " and " },
                { inlineData: { mimeType: "application/pdf", data: PDF } },
              ],
            },
            {
              role: "model",
              parts: [
                { text: "Let me read both.", thoughtSignature: "rs_1:sig" },
                { functionCall: { id: "call_1", name: "read", args: { path: "a.ts" } } },
                { functionCall: { id: "call_2", name: "read", args: { path: "b.ts" } } },
              ],
            },
            {
              role: "user",
              parts: [
                { functionResponse: { id: "call_1", name: "read", response: { output: "one" } } },
                { functionResponse: { id: "call_2", name: "read", response: { error: "not there" } } },
                { text: "Go on." },
              ],
            },
          ],
          config: {
            systemInstruction: { role: "user", parts: [{ text: "Be brief.\n\nFolder: app." }] },
            tools: [
              {
                functionDeclarations: [
                  {
                    name: "read",
                    description: "Reads a file.",
                    parametersJsonSchema: {
                      type: "object",
                      properties: { path: { type: "string" } },
                      required: ["path"],
                    },
                  },
                ],
              },
            ],
            maxOutputTokens: 8192,
          },
        }),
      ),
    );
    expect(telling(ours)).toEqual(telling(byHand));
    const { lowerGemini } = await import("../../extension/lower/gemini.ts");
    const { model, ...body } = lowerGemini(everything(), modelOf("gemini")).request;
    expect(ours.url).toContain(`/models/${model}:streamGenerateContent`);
    expect(ours.json).toEqual(body);
    await server.close();
  });
});

describe.each(WIRES)("the bytes that arrive at %s", (wire) => {
  let server: WireServer;
  beforeEach(async () => {
    server = await wireServer(wire);
  });
  afterEach(() => server.close());

  it("hold every text verbatim, the picture, and the key in no body", async () => {
    const arrived = await arrivedOver(server, () => sendOver(wire, server.url, { context: everything() }));
    expect(arrived.method).toBe("POST");
    for (const piece of ["Look at ", " and ", png(), "Let me read both.", "not there", "Go on."])
      expect(arrived.body).toContain(piece);
    expect(arrived.body).not.toContain(KEY);
    expect(JSON.stringify(arrived.headers)).toContain(KEY);
    expect(arrived.url).not.toContain(KEY);
  });
});

describe("other people's imitation of the providers", () => {
  const mock = new LLMock({ port: 0 });
  let url = "";
  beforeAll(async () => {
    mock.onMessage(/./, { content: "Hello from the imitation." });
    url = await mock.start();
  });
  afterAll(() => mock.stop());

  it.each(WIRES)("is answered over %s", async (wire) => {
    mock.clearRequests();
    const events: StreamEvent[] = await sendOver(wire, url);
    expect(wordsIn(events)).toBe("Hello from the imitation.");
    expect(events.at(-1)).toEqual({ type: "end", finish: "end" });
    const [request] = mock.getRequests();
    expect(JSON.stringify(request?.body)).toContain("hi");
    expect(providerOf[wire]).toBeTruthy();
  });

  it.each(WIRES)("calls a tool over %s", async (wire) => {
    const calling = new LLMock({ port: 0 });
    calling.onMessage(/./, { toolCalls: [{ name: "read", arguments: '{"path":"a.ts"}' }] });
    const address = await calling.start();
    const events = await sendOver(wire, address);
    expect(events.find(({ type }) => type === "tool-call")).toMatchObject({ name: "read", input: { path: "a.ts" } });
    expect(events.at(-1)).toEqual({ type: "end", finish: "tool" });
    await calling.stop();
  });
});
