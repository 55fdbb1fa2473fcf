// Anthropic's Messages API: bytes out, events in.
import * as z from "zod/mini";
import type { AnthropicRequest } from "../lower/anthropic.ts";
import type { Finish, Usage } from "../message/message.ts";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import { count } from "./count.ts";
import { parseArguments } from "./calls/arguments.ts";
import { CallIds } from "./calls/call-ids.ts";
import { converseWithKey, Cut, type Talk } from "./converse.ts";
import { ANTHROPIC_DEMANDS } from "./demands/anthropic-demands.ts";
import { meetDemands } from "./demands/demands.ts";
import type { Said, StreamEvent } from "./event.ts";
import { ownFields } from "./own-fields.ts";
import { inStreamError } from "./stream-error.ts";
import { NO_KEY } from "./line/own-headers.ts";

/** Our own patience decides. */
const NEVER_MS = 24 * 3600 * 1000;

export function sendAnthropic(
  request: AnthropicRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  return meetDemands(
    { request, demands: ANTHROPIC_DEMANDS, access },
    (asked) => talkTo(asked, access),
    (talk) => converseWithKey(access, request.model, signal, talk),
  );
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
      throw inStreamError(error) ?? error;
    }
    return answer.finish();
  };
}

const Words = z.catch(z.nullish(z.string()), undefined);
/** Missing: of the block that began last. */
const Index = z.catch(z.nullish(z.int()), undefined);
const Counts = z.catch(
  z.nullish(
    z.object({
      input_tokens: z.optional(z.unknown()),
      output_tokens: z.optional(z.unknown()),
      cache_read_input_tokens: z.optional(z.unknown()),
      cache_creation_input_tokens: z.optional(z.unknown()),
    }),
  ),
  undefined,
);

/** What an answer is made of. Other servers that speak this API leave out fields: those are as if they were empty. */
const Event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: z.catch(z.nullish(z.object({ usage: Counts })), undefined) }),
  z.object({
    type: z.literal("content_block_start"),
    index: Index,
    content_block: z.object({
      type: z.string(),
      id: Words,
      name: Words,
      text: Words,
      thinking: Words,
      signature: Words,
      data: Words,
      input: z.optional(z.unknown()),
    }),
  }),
  z.object({
    type: z.literal("content_block_delta"),
    index: Index,
    delta: z.object({ type: z.string(), text: Words, thinking: Words, signature: Words, partial_json: Words }),
  }),
  z.object({ type: z.literal("content_block_stop"), index: Index }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.catch(z.nullish(z.object({ stop_reason: Words })), undefined),
    usage: Counts,
  }),
  z.object({ type: z.literal("message_stop") }),
]);
type Block = Extract<z.infer<typeof Event>, { type: "content_block_start" }>["content_block"];
type Delta = Extract<z.infer<typeof Event>, { type: "content_block_delta" }>["delta"];

class Answer {
  readonly #calls = new Map<number, { id: string; name: string; json: string; input: unknown }>();
  readonly #signatures = new Map<number, string>();
  readonly #ids = new CallIds();
  /** The block that began last. */
  #last = -1;
  #usage: Usage = { input: 0, output: 0 };
  #stop = "";
  #isWhole = false;

  /** A newer API may say more than is known here. */
  *take(raw: unknown): Generator<Said> {
    const { data: event } = Event.safeParse(raw);
    switch (event?.type) {
      case "message_start":
        this.#usage = toUsage(event.message?.usage, this.#usage);
        return;
      case "content_block_start":
        this.#last = event.index ?? this.#last + 1;
        yield* this.#open(this.#last, event.content_block);
        return;
      case "content_block_delta":
        yield* this.#grow(event.index ?? this.#last, event.delta);
        return;
      case "content_block_stop":
        yield* this.#close(event.index ?? this.#last);
        return;
      case "message_delta":
        this.#stop = event.delta?.stop_reason ?? this.#stop;
        this.#usage = toUsage(event.usage, this.#usage);
        yield { type: "usage", usage: this.#usage };
        return;
      case "message_stop":
        this.#isWhole = true;
        return;
      case undefined:
        return;
      default:
        event satisfies never;
    }
  }

  *#open(index: number, block: Block): Generator<Said> {
    if (block.type === "tool_use") {
      const id = this.#ids.next(block.id, "toolu");
      const call = { id, name: block.name ?? "", json: "", input: block.input };
      this.#calls.set(index, call);
      yield { type: "tool-call-delta", id, name: call.name, json: "" };
    } else if (block.type === "redacted_thinking") yield { type: "reasoning-end", redacted: block.data ?? "" };
    else if (block.type === "thinking") {
      this.#signatures.set(index, block.signature ?? "");
      if (block.thinking) yield { type: "reasoning", text: block.thinking };
    } else if (block.type === "text" && block.text) yield { type: "text", text: block.text };
  }

  *#grow(index: number, delta: Delta): Generator<Said> {
    const call = this.#calls.get(index);
    if (delta.type === "text_delta" && delta.text) yield { type: "text", text: delta.text };
    else if (delta.type === "thinking_delta" && delta.thinking) {
      if (!this.#signatures.has(index)) this.#signatures.set(index, "");
      yield { type: "reasoning", text: delta.thinking };
    } else if (delta.type === "signature_delta")
      this.#signatures.set(index, (this.#signatures.get(index) ?? "") + (delta.signature ?? ""));
    else if (delta.type === "input_json_delta" && call !== undefined) {
      const json = delta.partial_json ?? "";
      call.json += json;
      yield { type: "tool-call-delta", id: call.id, name: call.name, json };
    }
  }

  *#close(index: number): Generator<Said> {
    const call = this.#calls.get(index);
    const signature = this.#signatures.get(index);
    if (call !== undefined) yield { type: "tool-call", id: call.id, name: call.name, input: inputOf(call) };
    this.#calls.delete(index);
    this.#signatures.delete(index);
    if (signature === undefined) return;
    // Servers of others that speak this API sign nothing, and want their thinking back all the same.
    yield signature === "" ? { type: "reasoning-end", field: "thinking" } : { type: "reasoning-end", signature };
  }

  /** A call that has begun and not ended does not run. */
  finish(): Finish {
    if (!this.#isWhole || this.#calls.size > 0) throw new Cut();
    return FINISH[this.#stop] ?? (this.#ids.size > 0 ? "tool" : "end");
  }
}

/** The arguments as they streamed, or whole with the beginning of the call. */
function inputOf({ json, input }: { json: string; input: unknown }): unknown {
  const isGiven = typeof input === "object" && input !== null && Object.keys(input).length > 0;
  return json === "" && isGiven ? input : parseArguments(json);
}

const FINISH: Readonly<Partial<Record<string, Finish>>> = {
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
};

/** Theirs counts what the cache held apart; ours is the whole prompt. Later counts are of everything so far. */
function toUsage(counts: z.infer<typeof Counts>, before: Usage): Usage {
  const told = (name: keyof NonNullable<typeof counts>): number | undefined => {
    const value = counts?.[name];
    return typeof value === "number" ? count(value) : undefined;
  };
  const read = told("cache_read_input_tokens") ?? before.cache_read ?? 0;
  const write = told("cache_creation_input_tokens") ?? before.cache_write ?? 0;
  const fresh = told("input_tokens") ?? before.input - (before.cache_read ?? 0) - (before.cache_write ?? 0);
  const output = told("output_tokens") ?? before.output;
  return { input: fresh + read + write, output, cache_read: read, cache_write: write };
}
