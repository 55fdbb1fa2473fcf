// Ollama's own chat API: bytes out, events in, and a warning when the model did not read all of it.
import type { ChatResponse } from "ollama/browser";
import type { OllamaRequest } from "../lower/ollama.ts";
import type { Finish } from "../message/message.ts";
import { addressOf } from "../providers/provider.ts";
import type { Access } from "./access.ts";
import { checkedLines } from "./checked-lines.ts";
import { Broken, converse, Cut, type Talk } from "./converse.ts";
import { count } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { ownFields } from "./own-fields.ts";

/** A model may have to be read from disk first. */
const LOADING_MS = 600_000;

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
  const patience = { firstByteMs: LOADING_MS, ...access.patience };
  yield* converse({ ...access, baseUrl: address, patience }, request.model, signal, talk);
}

class Answer {
  readonly #request: OllamaRequest;
  #calls = 0;
  #end: string | undefined;

  constructor(request: OllamaRequest) {
    this.#request = request;
  }

  *take(chunk: ChatResponse): Generator<Said> {
    const { thinking = "", content, tool_calls = [] } = chunk.message;
    if (thinking !== "") yield { type: "reasoning", text: thinking };
    if (content !== "") yield { type: "text", text: content };
    for (const { function: said } of tool_calls) {
      // It gives its calls no ids; the time makes them differ from those of other answers.
      const id = `call_${new Date(chunk.created_at).getTime()}_${this.#calls}`;
      this.#calls += 1;
      yield { type: "tool-call-delta", id, name: said.name, json: JSON.stringify(said.arguments) };
      yield { type: "tool-call", id, name: said.name, input: said.arguments };
    }
    if (!chunk.done) return;
    this.#end = chunk.done_reason;
    // A prompt that was in its cache is not always counted.
    const [input, output] = [count(chunk.prompt_eval_count), count(chunk.eval_count)];
    yield { type: "usage", usage: { input, output } };
    if (wasCut(this.#request, input)) yield { type: "notice", notice: { message: cutWords(this.#request) } };
  }

  finish(): Finish {
    if (this.#end === undefined) throw new Cut();
    if (this.#end === "length") return "length";
    return this.#calls > 0 ? "tool" : "end";
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

function cutWords({ model, options }: OllamaRequest): string {
  return `${model} did not receive the whole conversation: its context window is ${options?.num_ctx ?? 0} tokens, so Ollama dropped the oldest messages. Start a new conversation, or set a larger context_window in galley.providers.ollama.models.`;
}

function inStream(error: unknown, isRefused: boolean): Error | undefined {
  if (isRefused || !(error instanceof Error)) return undefined;
  if (/Did not receive done/.test(error.message)) return new Cut();
  return error.constructor.name === "Error" && !("code" in error) && error.cause === undefined
    ? new Broken("", error.message)
    : undefined;
}
