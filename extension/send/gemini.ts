// Gemini's generateContent: bytes out, events in.
import type { GenerateContentResponse, GenerateContentResponseUsageMetadata, Part } from "@google/genai/web";
import type { GeminiRequest } from "../lower/gemini.ts";
import type { Finish, Usage } from "../message/message.ts";
import type { Access } from "./access.ts";
import { Broken, converseWithKey, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";

export function sendGemini(request: GeminiRequest, access: Access, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  return converseWithKey(access, request.model, signal, talkTo(request, access));
}

function talkTo(request: GeminiRequest, { key, baseUrl }: Access): Talk {
  return async function* (line) {
    const { GoogleGenAI } = await import("./sdk-gemini.ts");
    const client = new GoogleGenAI({
      apiKey: key ?? "none",
      vertexai: false,
      httpOptions: { fetch: line.fetch, ...(baseUrl !== undefined && { baseUrl }) },
    });
    const { model, contents, systemInstruction, tools, generationConfig } = request;
    const config = {
      ...generationConfig,
      ...(systemInstruction !== undefined && { systemInstruction }),
      ...(tools !== undefined && { tools }),
      abortSignal: line.signal,
    };
    const answer = new Answer();
    try {
      for await (const chunk of await client.models.generateContentStream({ model, contents, config }))
        yield* answer.take(chunk);
    } catch (error) {
      throw inStream(error, line.refused !== undefined) ?? error;
    }
    return answer.finish();
  };
}

class Answer {
  #calls = 0;
  #end: string | undefined;
  #hasRefused = false;

  *take(chunk: GenerateContentResponse): Generator<Said> {
    const [candidate] = chunk.candidates ?? [];
    for (const part of candidate?.content?.parts ?? []) yield* this.#part(part, chunk.responseId ?? "gemini");
    if (chunk.promptFeedback?.blockReason !== undefined) {
      this.#hasRefused = true;
      yield { type: "text", text: `Gemini does not answer this (${chunk.promptFeedback.blockReason}).` };
    }
    if (candidate?.finishReason !== undefined) this.#end = candidate.finishReason;
    if (chunk.usageMetadata !== undefined) yield { type: "usage", usage: toUsage(chunk.usageMetadata) };
  }

  /** A signature belongs to the thought before the part that carries it. */
  *#part({ text, thought, thoughtSignature, functionCall }: Part, response: string): Generator<Said> {
    if (thought === true && text !== undefined) yield { type: "reasoning", text };
    if (thoughtSignature !== undefined) yield { type: "reasoning-end", signature: thoughtSignature };
    if (thought !== true && text !== undefined && text !== "") yield { type: "text", text };
    if (functionCall === undefined) return;
    const { id = `${response}_${this.#calls}`, name = "", args = {} } = functionCall;
    this.#calls += 1;
    yield { type: "tool-call-delta", id, name, json: JSON.stringify(args) };
    yield { type: "tool-call", id, name, input: args };
  }

  finish(): Finish {
    if (this.#hasRefused) return "refusal";
    if (this.#end === undefined) throw new Cut();
    if (this.#end === "MALFORMED_FUNCTION_CALL" || this.#end === "UNEXPECTED_TOOL_CALL")
      throw new Broken(this.#end, "the model called a tool in a way nobody can read");
    if (this.#end === "MAX_TOKENS") return "length";
    if (REFUSALS.has(this.#end)) return "refusal";
    return this.#calls > 0 ? "tool" : "end";
  }
}

const REFUSALS = new Set(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"]);

function toUsage(counts: GenerateContentResponseUsageMetadata): Usage {
  const read = countIn(counts, "cachedContentTokenCount");
  const output = count(counts.candidatesTokenCount) + count(counts.thoughtsTokenCount);
  const usage = { input: count(counts.promptTokenCount), output };
  return read === undefined ? usage : { ...usage, cache_read: read };
}

/** The SDK throws what a chunk names `error` as it throws a refusal: with a status, though the line had none. */
function inStream(error: unknown, isRefused: boolean): Broken | undefined {
  if (isRefused || !(error instanceof Error) || error.name !== "ApiError") return undefined;
  const type = /"status":\s*"([A-Z_]+)"/.exec(error.message)?.[1] ?? "";
  return new Broken(type, error.message.replace(/^[^{]*/, ""));
}
