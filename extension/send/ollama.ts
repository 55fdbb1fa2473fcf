// Ollama's own chat API: bytes out, events in, and a warning when the model did not read all of it.
import * as z from "zod/mini";
import type { OllamaRequest } from "../lower/ollama.ts";
import type { Finish } from "../message/message.ts";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import { parseArguments } from "./calls/arguments.ts";
import { CallIds } from "./calls/call-ids.ts";
import { checkedLines } from "./line/checked-lines.ts";
import { Broken, converse, Cut, type Talk } from "./converse.ts";
import { count } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { ownFields } from "./own-fields.ts";
import * as words from "./words.ts";

/** A model may have to be read from disk first, and a long prompt takes minutes. */
const SLOW = { firstByteMs: 600_000, stallMs: 300_000 };

export async function* sendOllama(
  request: OllamaRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const address = addressOf("ollama", access.baseUrl) ?? "";
  const talk: Talk = async function* (line) {
    const { Ollama } = await import("./sdk/sdk-ollama.ts");
    const client = new Ollama({
      host: address,
      fetch: async (input, init) => checkedLines(await line.fetch(input, init)),
      ...(access.key !== undefined && { headers: { authorization: `Bearer ${access.key}` } }),
    });
    const answer = new Answer(request);
    try {
      for await (const chunk of await client.chat(ownFields("ollama", request))) yield* answer.take(chunk);
    } catch (error) {
      throw inStream(error, line.refused !== undefined) ?? error;
    }
    return answer.finish();
  };
  const patience = { ...SLOW, ...access.patience };
  yield* converse({ ...access, baseUrl: address, patience }, request.model, signal, talk);
}

const Words = z.catch(z.nullish(z.string()), undefined);

const Call = z.object({ id: Words, function: z.object({ name: Words, arguments: z.optional(z.unknown()) }) });

/** What is not as Ollama documents it is as if it were missing. */
const Chunk = z.object({
  created_at: Words,
  message: z.catch(
    z.nullish(z.object({ content: Words, thinking: Words, tool_calls: z.catch(z.nullish(z.array(Call)), undefined) })),
    undefined,
  ),
  done: z.catch(z.nullish(z.boolean()), undefined),
  done_reason: Words,
  prompt_eval_count: z.optional(z.unknown()),
  eval_count: z.optional(z.unknown()),
});

class Answer {
  readonly #request: OllamaRequest;
  readonly #ids = new CallIds();
  #isThinking = false;
  #end: string | undefined;

  constructor(request: OllamaRequest) {
    this.#request = request;
  }

  *take(raw: unknown): Generator<Said> {
    const { data: chunk } = Chunk.safeParse(raw);
    if (chunk === undefined) return;
    const { thinking, content, tool_calls } = chunk.message ?? {};
    if (thinking) yield* this.#think(thinking);
    if (content) yield* this.#say(content);
    for (const call of tool_calls ?? []) yield* this.#call(call, chunk.created_at ?? "");
    if (chunk.done !== true) return;
    yield* this.#endThought();
    this.#end = chunk.done_reason ?? "stop";
    // A prompt that was in its cache is not always counted.
    const [input, output] = [count(chunk.prompt_eval_count), count(chunk.eval_count)];
    yield { type: "usage", usage: { input, output } };
    if (wasCut(this.#request, input))
      yield {
        type: "notice",
        notice: { message: words.conversationCut(this.#request.model, this.#request.options?.num_ctx ?? 0) },
      };
  }

  *#think(text: string): Generator<Said> {
    this.#isThinking = true;
    yield { type: "reasoning", text };
  }

  *#say(text: string): Generator<Said> {
    yield* this.#endThought();
    yield { type: "text", text };
  }

  *#call({ id: given, function: said }: z.infer<typeof Call>, at: string): Generator<Said> {
    yield* this.#endThought();
    // Older versions give their calls no ids; the time makes them differ from those of other answers.
    const id = this.#ids.next(given, `call_${Date.parse(at) || 0}`);
    const name = said.name ?? "";
    const input = typeof said.arguments === "string" ? parseArguments(said.arguments) : (said.arguments ?? {});
    yield { type: "tool-call-delta", id, name, json: JSON.stringify(input) };
    yield { type: "tool-call", id, name, input };
  }

  *#endThought(): Generator<Said> {
    if (this.#isThinking) yield { type: "reasoning-end", field: "thinking" };
    this.#isThinking = false;
  }

  finish(): Finish {
    if (this.#end === undefined) throw new Cut();
    if (this.#end === "length") return "length";
    return this.#ids.size > 0 ? "tool" : "end";
  }
}

/** Of text, more than any vocabulary needs for a token. */
const MOST_BYTES_PER_TOKEN = 6;

/** It drops the oldest messages without a word when they do not fit: fewer tokens were read than there can be. */
function wasCut({ messages, options }: OllamaRequest, read: number): boolean {
  if (read === 0) return false;
  const window = options?.num_ctx ?? Number.POSITIVE_INFINITY;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return read >= window || characters / MOST_BYTES_PER_TOKEN > Math.max(read, window / 2);
}

function inStream(error: unknown, isRefused: boolean): Error | undefined {
  if (isRefused || !(error instanceof Error)) return undefined;
  if (/Did not receive done/.test(error.message)) return new Cut();
  return error.constructor.name === "Error" && !("code" in error) && error.cause === undefined
    ? new Broken("", error.message)
    : undefined;
}
