// Anthropic's Messages API: bytes out, events in.
import type Anthropic from "@anthropic-ai/sdk";
import type { AnthropicRequest } from "../lower/anthropic.ts";
import type { Finish, Usage } from "../message/message.ts";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import { count } from "./count.ts";
import { parseArguments } from "./arguments.ts";
import { Broken, converseWithKey, Cut, type Talk } from "./converse.ts";
import type { Said, StreamEvent } from "./event.ts";
import { ownFields } from "./own-fields.ts";
import { NO_KEY } from "./own-headers.ts";

/** Our own patience decides. */
const NEVER_MS = 24 * 3600 * 1000;

export function sendAnthropic(
  request: AnthropicRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  return converseWithKey(access, request.model, signal, talkTo(request, access));
}

function talkTo(request: AnthropicRequest, { provider, key, baseUrl }: Access): Talk {
  return async function* (line) {
    const { Anthropic } = await import("./sdk/sdk-anthropic.ts");
    const client = new Anthropic({
      apiKey: key ?? NO_KEY,
      authToken: null,
      baseURL: addressOf(provider, baseUrl) ?? null,
      fetch: line.fetch,
      maxRetries: 0,
      timeout: NEVER_MS,
      logLevel: "off",
    });
    const answer = new Answer();
    try {
      for await (const event of await client.messages.create(ownFields("anthropic", request), {
        signal: line.signal,
      }))
        yield* answer.take(event);
    } catch (error) {
      throw inStream(error) ?? error;
    }
    return answer.finish();
  };
}

class Answer {
  readonly #calls = new Map<number, { id: string; name: string; json: string }>();
  readonly #signatures = new Map<number, string>();
  #usage: Usage = { input: 0, output: 0 };
  #stop: string | null = null;
  #isWhole = false;

  *take(event: Anthropic.RawMessageStreamEvent): Generator<Said> {
    switch (event.type) {
      case "message_start":
        this.#usage = toUsage(event.message.usage, this.#usage);
        return;
      case "content_block_start":
        yield* this.#open(event);
        return;
      case "content_block_delta":
        yield* this.#grow(event);
        return;
      case "content_block_stop":
        yield* this.#close(event.index);
        return;
      case "message_delta":
        this.#stop = event.delta.stop_reason;
        this.#usage = toUsage(event.usage, this.#usage);
        yield { type: "usage", usage: this.#usage };
        return;
      case "message_stop":
        this.#isWhole = true;
        return;
      default:
        // A newer API may say more.
        event satisfies never;
    }
  }

  *#open({ index, content_block: block }: Anthropic.RawContentBlockStartEvent): Generator<Said> {
    if (block.type === "tool_use") {
      this.#calls.set(index, { id: block.id, name: block.name, json: "" });
      yield { type: "tool-call-delta", id: block.id, name: block.name, json: "" };
    } else if (block.type === "redacted_thinking") yield { type: "reasoning-end", redacted: block.data };
    else if (block.type === "thinking") {
      this.#signatures.set(index, block.signature);
      if (block.thinking !== "") yield { type: "reasoning", text: block.thinking };
    } else if (block.type === "text" && block.text !== "") yield { type: "text", text: block.text };
  }

  *#grow({ index, delta }: Anthropic.RawContentBlockDeltaEvent): Generator<Said> {
    const call = this.#calls.get(index);
    if (delta.type === "text_delta") yield { type: "text", text: delta.text };
    else if (delta.type === "thinking_delta") yield { type: "reasoning", text: delta.thinking };
    else if (delta.type === "signature_delta")
      this.#signatures.set(index, (this.#signatures.get(index) ?? "") + delta.signature);
    else if (delta.type === "input_json_delta" && call !== undefined) {
      call.json += delta.partial_json;
      yield { type: "tool-call-delta", id: call.id, name: call.name, json: delta.partial_json };
    }
  }

  *#close(index: number): Generator<Said> {
    const call = this.#calls.get(index);
    const signature = this.#signatures.get(index);
    if (call !== undefined) yield { type: "tool-call", id: call.id, name: call.name, input: parseArguments(call.json) };
    if (signature !== undefined) yield { type: "reasoning-end", ...(signature !== "" && { signature }) };
  }

  finish(): Finish {
    if (!this.#isWhole) throw new Cut();
    return FINISH[this.#stop ?? ""] ?? "end";
  }
}

const FINISH: Readonly<Partial<Record<string, Finish>>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool",
  refusal: "refusal",
};

type Counts = Pick<
  Anthropic.MessageDeltaUsage,
  "input_tokens" | "output_tokens" | "cache_read_input_tokens" | "cache_creation_input_tokens"
>;

/** Theirs counts what the cache held apart; ours is the whole prompt. Later counts are of everything so far. */
function toUsage(counts: Counts, before: Usage): Usage {
  const read = counts.cache_read_input_tokens ?? before.cache_read ?? 0;
  const write = counts.cache_creation_input_tokens ?? before.cache_write ?? 0;
  const fresh = counts.input_tokens ?? before.input - (before.cache_read ?? 0) - (before.cache_write ?? 0);
  return { input: fresh + read + write, output: count(counts.output_tokens), cache_read: read, cache_write: write };
}

/** The SDK wraps an `error` event of the stream in an error without a status. */
function inStream(error: unknown): Broken | undefined {
  if (!(error instanceof Error) || !("error" in error) || ("status" in error && error.status !== undefined))
    return undefined;
  const body = JSON.stringify(error.error ?? {});
  const type = /"type":"(?!error")([^"]+)"/.exec(body)?.[1] ?? "";
  return type === "" ? undefined : new Broken(type, body);
}
