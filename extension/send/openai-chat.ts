// OpenAI's Chat Completions API and every server that speaks it: bytes out, events in.
import type OpenAI from "openai";
import * as z from "zod/mini";
import type { ChatRequest } from "../lower/openai-chat.ts";
import type { Finish, Usage } from "../message/message.ts";
import type { Access } from "./access.ts";
import { parseArguments } from "./arguments.ts";
import { Broken, converse, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { openaiClient } from "./openai-client.ts";
import { ownFields } from "./own-fields.ts";

/** Reasoning, which compatible servers send under different names. */
const Thought = z.object({ reasoning_content: z.nullish(z.string()), reasoning: z.nullish(z.string()) });

export async function* sendOpenaiChat(
  request: ChatRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const talk: Talk = async function* (line) {
    const client = await openaiClient(access, line);
    const own = ownFields("custom", request);
    const answer = new Answer();
    try {
      for await (const chunk of await client.chat.completions.create(own, { signal: line.signal }))
        yield* answer.take(chunk);
    } catch (error) {
      throw inStream(error) ?? error;
    }
    yield* answer.close();
    return answer.finish();
  };
  yield* converse(access, request.model, signal, talk);
}

interface Call {
  id: string;
  name: string;
  json: string;
}

class Answer {
  readonly #calls: Call[] = [];
  readonly #byIndex = new Map<number, Call>();
  #hasRefused = false;
  #end: string | undefined;

  *take({ choices, usage }: OpenAI.ChatCompletionChunk): Generator<Said> {
    const [choice] = choices;
    if (choice !== undefined) yield* this.#grow(choice);
    if (usage !== undefined && usage !== null) yield { type: "usage", usage: toUsage(usage) };
  }

  *#grow({ delta, finish_reason }: OpenAI.ChatCompletionChunk.Choice): Generator<Said> {
    const thought = Thought.safeParse(delta);
    const words = thought.success ? (thought.data.reasoning_content ?? thought.data.reasoning ?? "") : "";
    if (words !== "") yield { type: "reasoning", text: words };
    if (typeof delta.content === "string" && delta.content !== "") yield { type: "text", text: delta.content };
    if (typeof delta.refusal === "string" && delta.refusal !== "") {
      this.#hasRefused = true;
      yield { type: "text", text: delta.refusal };
    }
    for (const piece of delta.tool_calls ?? []) yield this.#call(piece);
    if (typeof finish_reason === "string") this.#end = finish_reason;
  }

  /** Not every server counts its calls: another id is another call. */
  #call({ index, id, function: said }: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): Said {
    const open = this.#byIndex.get(index);
    const isNew = open === undefined || (id !== undefined && id !== "" && id !== open.id);
    const call = isNew ? { id: id ?? `call_${this.#calls.length}`, name: said?.name ?? "", json: "" } : open;
    if (isNew) {
      this.#calls.push(call);
      this.#byIndex.set(index, call);
    }
    const json = said?.arguments ?? "";
    call.json += json;
    return { type: "tool-call-delta", id: call.id, name: call.name, json };
  }

  *close(): Generator<Said> {
    if (this.#end === undefined) throw new Cut();
    for (const { id, name, json } of this.#calls) yield { type: "tool-call", id, name, input: parseArguments(json) };
  }

  finish(): Finish {
    if (this.#end === "length") return "length";
    if (this.#end === "content_filter" || this.#hasRefused) return "refusal";
    return this.#calls.length > 0 ? "tool" : "end";
  }
}

function toUsage({ prompt_tokens, completion_tokens, prompt_tokens_details: details }: OpenAI.CompletionUsage): Usage {
  const read = countIn(details, "cached_tokens");
  const usage = { input: count(prompt_tokens), output: count(completion_tokens) };
  return read === undefined ? usage : { ...usage, cache_read: read };
}

/** The SDK throws what a chunk names `error`, without a status. */
function inStream(error: unknown): Broken | undefined {
  if (!(error instanceof Error) || !("error" in error) || ("status" in error && error.status !== undefined))
    return undefined;
  if (error.error === undefined || error.error === null) return undefined;
  const type = "type" in error && typeof error.type === "string" ? error.type : "";
  return new Broken(type, JSON.stringify(error.error));
}
