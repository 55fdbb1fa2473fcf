// Gemini's generateContent: bytes out, events in.
import type {
  GenerateContentConfig,
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  Part,
} from "@google/genai/web";
import type { GeminiGeneration, GeminiRequest } from "../lower/gemini.ts";
import type { Finish, Usage } from "../message/message.ts";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import { CallIds } from "./calls/call-ids.ts";
import { Broken, converseWithKey, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { NO_KEY } from "./line/own-headers.ts";
import * as words from "./words.ts";

export function sendGemini(request: GeminiRequest, access: Access, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  return converseWithKey(access, request.model, signal, talkTo(request, access));
}

function talkTo(request: GeminiRequest, { provider, key, baseUrl }: Access): Talk {
  return async function* (line) {
    const { GoogleGenAI } = await import("./sdk/sdk-gemini.ts");
    const client = new GoogleGenAI({
      apiKey: key ?? NO_KEY,
      vertexai: false,
      httpOptions: { fetch: line.fetch, baseUrl: addressOf(provider, baseUrl) ?? "" },
    });
    const { model, contents } = request;
    const config = { ...configOf(request), abortSignal: line.signal };
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

/** The library takes its own options from the same object: it is built of known fields, one by one. */
function configOf({ systemInstruction, tools, generationConfig, ...more }: GeminiRequest): GenerateContentConfig {
  const { safetySettings, serviceTier } = more;
  return {
    ...generationOf(generationConfig),
    ...(systemInstruction !== undefined && { systemInstruction }),
    ...(tools !== undefined && { tools }),
    ...(safetySettings !== undefined && { safetySettings }),
    ...(serviceTier !== undefined && { serviceTier }),
  };
}

const GENERATION: readonly (keyof GeminiGeneration)[] = [
  ...(["maxOutputTokens", "temperature", "topP", "topK", "seed", "stopSequences", "presencePenalty"] as const),
  ...(["frequencyPenalty", "responseLogprobs", "logprobs", "responseMimeType", "responseJsonSchema"] as const),
  ...(["mediaResolution", "thinkingConfig"] as const),
];

function generationOf(said: GeminiGeneration): GeminiGeneration {
  return Object.fromEntries(GENERATION.flatMap((name) => (name in said ? [[name, said[name]]] : [])));
}

class Answer {
  readonly #ids = new CallIds();
  #end: string | undefined;
  #hasRefused = false;

  *take(chunk: GenerateContentResponse): Generator<Said> {
    const [candidate] = chunk.candidates ?? [];
    for (const part of candidate?.content?.parts ?? []) yield* this.#part(part, chunk.responseId ?? "gemini");
    if (chunk.promptFeedback?.blockReason) {
      this.#hasRefused = true;
      yield {
        type: "text",
        text: words.blocked(chunk.promptFeedback.blockReason),
      };
    }
    if (candidate?.finishReason) this.#end = candidate.finishReason;
    if (chunk.usageMetadata) yield { type: "usage", usage: toUsage(chunk.usageMetadata) };
  }

  /** Gateways null what they do not say. A signature belongs to the thought before the part that carries it. */
  *#part({ text, thought, thoughtSignature, functionCall }: Part, response: string): Generator<Said> {
    if (thought === true && text) yield { type: "reasoning", text };
    if (thoughtSignature) yield { type: "reasoning-end", signature: thoughtSignature };
    if (thought !== true && text) yield { type: "text", text };
    if (!functionCall) return;
    const name = functionCall.name ?? "";
    const args = functionCall.args ?? {};
    const id = this.#ids.next(functionCall.id, response);
    yield { type: "tool-call-delta", id, name, json: JSON.stringify(args) };
    yield { type: "tool-call", id, name, input: args };
  }

  finish(): Finish {
    if (this.#hasRefused) return "refusal";
    if (this.#end === undefined) throw new Cut();
    const why = BROKEN[this.#end];
    if (why !== undefined) throw new Broken(this.#end, why);
    if (this.#end === "MAX_TOKENS") return "length";
    if (REFUSALS.has(this.#end)) return "refusal";
    return this.#ids.size > 0 ? "tool" : "end";
  }
}

/** Ends that are no answer. */
const BROKEN: Readonly<Partial<Record<string, string>>> = {
  MALFORMED_FUNCTION_CALL: words.malformedCall,
  UNEXPECTED_TOOL_CALL: words.malformedCall,
  TOO_MANY_TOOL_CALLS: words.tooManyCalls,
  LANGUAGE: words.unknownLanguage,
  OTHER: words.unknownReason,
};

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
