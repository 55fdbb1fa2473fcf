// OpenAI's Chat Completions API and every server that speaks it: bytes out, events in.
import * as z from "zod/mini";
import type { ChatRequest } from "../lower/openai-chat.ts";
import type { Finish, ReasoningField, Usage } from "../message/message.ts";
import type { Access } from "./access.ts";
import { CallPiece, CallPieces } from "./calls/call-pieces.ts";
import { Broken, converse, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import { CHAT_DEMANDS } from "./demands/chat-demands.ts";
import { meetDemands } from "./demands/demands.ts";
import type { Said, StreamEvent } from "./event.ts";
import { openaiClient } from "./openai-client.ts";
import { ownFields } from "./own-fields.ts";
import { ReasoningDetails } from "./reasoning-details.ts";
import { inStreamError } from "./stream-error.ts";

export function sendOpenaiChat(request: ChatRequest, access: Access, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  return meetDemands(
    { request, demands: CHAT_DEMANDS, access },
    (asked) => talkTo(asked, access),
    (talk) => converse(access, request.model, signal, talk),
  );
}

function talkTo(request: ChatRequest, access: Access): Talk {
  return async function* (line) {
    const client = await openaiClient(access, line);
    const answer = new Answer();
    try {
      // The library's own method takes OpenAI's fields only, and these servers want some of theirs back.
      const sent = { body: ownFields("custom", request), stream: true, signal: line.signal };
      for await (const chunk of await client.post<AsyncIterable<unknown>>("/chat/completions", sent))
        yield* answer.take(chunk);
    } catch (error) {
      throw inStreamError(error) ?? error;
    }
    return yield* answer.close(line.hasEnded);
  };
}

const Words = z.catch(z.nullish(z.string()), undefined);

/** Mistral sends an answer with reasoning as a list of chunks. */
const Chunks = z.array(
  z.looseObject({
    type: Words,
    text: Words,
    thinking: z.catch(z.nullish(z.union([z.string(), z.array(z.looseObject({ text: Words }))])), undefined),
  }),
);

/** Any field may be missing, empty, null or of another type. A field of another type counts as missing. */
const Delta = z.object({
  content: z.catch(z.nullish(z.union([z.string(), Chunks])), undefined),
  refusal: Words,
  reasoning_content: Words,
  reasoning: Words,
  reasoning_details: z.catch(z.nullish(z.array(z.looseObject({}))), undefined),
  tool_calls: z.catch(z.nullish(z.array(CallPiece)), undefined),
});
type Delta = z.infer<typeof Delta>;

const Counts = z.catch(
  z.nullish(
    z.object({
      prompt_tokens: z.optional(z.unknown()),
      completion_tokens: z.optional(z.unknown()),
      prompt_tokens_details: z.optional(z.unknown()),
      /** DeepSeek's and Kimi's names for what their caches held. */
      prompt_cache_hit_tokens: z.optional(z.unknown()),
      cached_tokens: z.optional(z.unknown()),
    }),
  ),
  undefined,
);
type Counts = NonNullable<z.infer<typeof Counts>>;

const Chunk = z.object({
  id: Words,
  choices: z.catch(
    z.nullish(z.array(z.object({ delta: z.catch(z.nullish(Delta), undefined), finish_reason: Words, usage: Counts }))),
    undefined,
  ),
  usage: Counts,
  /** Groq's own place for it. */
  x_groq: z.catch(z.nullish(z.object({ usage: Counts })), undefined),
});

class Answer {
  #calls: CallPieces | undefined;
  readonly #details = new ReasoningDetails();
  /** Of the reasoning that streams. */
  #field: ReasoningField | undefined;
  #hasRefused = false;
  #end: string | undefined;

  *take(raw: unknown): Generator<Said> {
    const chunk = Chunk.safeParse(raw);
    if (!chunk.success) return;
    const { id, choices, x_groq } = chunk.data;
    this.#calls ??= new CallPieces(`call_${id ?? ""}`);
    const [choice] = choices ?? [];
    const usage = chunk.data.usage ?? choice?.usage ?? x_groq?.usage;
    if (choice?.delta) yield* this.#grow(choice.delta, this.#calls);
    if (choice?.finish_reason) this.#end = choice.finish_reason;
    if (usage) yield { type: "usage", usage: toUsage(usage) };
  }

  *#grow(delta: Delta, calls: CallPieces): Generator<Said> {
    this.#details.add(delta.reasoning_details ?? []);
    if (delta.reasoning_content) yield* this.#think("reasoning_content", delta.reasoning_content);
    else if (delta.reasoning) yield* this.#think("reasoning", delta.reasoning);
    if (typeof delta.content === "string") yield* this.#say(delta.content);
    else
      for (const { type, text, thinking } of delta.content ?? [])
        if (type === "thinking") yield* this.#think("content", wordsOf(thinking));
        else yield* this.#say(text ?? "");
    if (delta.refusal) {
      this.#hasRefused = true;
      yield* this.#say(delta.refusal);
    }
    for (const piece of delta.tool_calls ?? []) {
      yield* this.#endThought();
      yield calls.take(piece);
    }
  }

  *#think(field: ReasoningField, text: string): Generator<Said> {
    if (text === "") return;
    this.#field = field;
    yield { type: "reasoning", text };
  }

  *#say(text: string): Generator<Said> {
    if (text === "") return;
    yield* this.#endThought();
    yield { type: "text", text };
  }

  *#endThought(): Generator<Said> {
    if (this.#field !== undefined) yield { type: "reasoning-end", field: this.#field };
    this.#field = undefined;
  }

  /** Some servers end with `[DONE]` alone. Without either sign the answer was cut off, and no call of it runs. */
  *close(hasEnded: boolean): Generator<Said, Finish> {
    yield* this.#endThought();
    if (!this.#details.isEmpty) yield { type: "reasoning-end", details: this.#details.all };
    if (this.#end === undefined && !hasEnded) throw new Cut();
    const finish = this.#finish();
    if (this.#calls !== undefined) yield* this.#calls.close();
    return finish;
  }

  #finish(): Finish {
    const calls = this.#calls?.size ?? 0;
    const end = (this.#end ?? "").toLowerCase();
    if (end === "insufficient_system_resource") throw new Broken("overloaded", "");
    if (FAILED.has(end)) throw new Broken("", "");
    if (LENGTH.has(end)) return "length";
    if (FILTERED.has(end) || this.#hasRefused) return "refusal";
    return calls > 0 ? "tool" : "end";
  }
}

/** Ends under the names that servers give them, in lower case: Gemini's endpoint writes its own in capitals. */
const FAILED = new Set(["error", "network_error", "abort"]);
const LENGTH = new Set(["length", "max_tokens", "model_length", "model_context_window_exceeded"]);
const FILTERED = new Set([
  ...["content_filter", "sensitive"],
  ...["safety", "recitation", "blocklist", "prohibited_content", "spii", "image_safety"],
]);

function wordsOf(thinking: string | readonly { text?: string | null | undefined }[] | null | undefined): string {
  return typeof thinking === "string" ? thinking : (thinking ?? []).map(({ text }) => text ?? "").join("");
}

function toUsage(counts: Counts): Usage {
  const read =
    countIn(counts.prompt_tokens_details, "cached_tokens") ??
    countIn(counts, "prompt_cache_hit_tokens") ??
    countIn(counts, "cached_tokens");
  const usage = { input: count(counts.prompt_tokens), output: count(counts.completion_tokens) };
  return read === undefined ? usage : { ...usage, cache_read: read };
}
