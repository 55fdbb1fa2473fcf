// OpenAI's Responses API: bytes out, events in.
import type OpenAI from "openai";
import type { ResponsesRequest } from "../lower/openai-responses.ts";
import type { Finish, Usage } from "../message/message.ts";
import type { Access } from "./access.ts";
import { parseArguments } from "./arguments.ts";
import { Broken, converseWithKey, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { openaiClient } from "./openai-client.ts";
import { ownFields } from "./own-fields.ts";

export function sendOpenaiResponses(
  request: ResponsesRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const talk: Talk = async function* (line) {
    const client = await openaiClient(access, line);
    const own = ownFields("openai", request);
    const answer = new Answer();
    for await (const event of await client.responses.create(own, { signal: line.signal })) yield* answer.take(event);
    return answer.finish();
  };
  return converseWithKey(access, request.model ?? "", signal, talk);
}

class Answer {
  /** Calls by the id of their item, which is not the id of the call. */
  readonly #calls = new Map<string, { id: string; name: string }>();
  #hasRefused = false;
  #end: Finish | undefined;

  *take(event: OpenAI.Responses.ResponseStreamEvent): Generator<Said> {
    switch (event.type) {
      case "response.output_text.delta":
        yield { type: "text", text: event.delta };
        return;
      case "response.refusal.delta":
        this.#hasRefused = true;
        yield { type: "text", text: event.delta };
        return;
      case "response.reasoning_summary_part.added":
        if (event.summary_index > 0) yield { type: "reasoning", text: "\n\n" };
        return;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        yield { type: "reasoning", text: event.delta };
        return;
      case "response.output_item.added":
        if (event.item.type !== "function_call") return;
        this.#calls.set(event.item.id ?? "", { id: event.item.call_id, name: event.item.name });
        yield { type: "tool-call-delta", id: event.item.call_id, name: event.item.name, json: "" };
        return;
      case "response.function_call_arguments.delta": {
        const call = this.#calls.get(event.item_id);
        if (call !== undefined) yield { type: "tool-call-delta", ...call, json: event.delta };
        return;
      }
      case "response.output_item.done":
        yield* this.#close(event.item);
        return;
      case "response.completed":
      case "response.incomplete":
        yield* this.#finish(event.response);
        return;
      case "response.failed":
        throw new Broken(event.response.error?.code ?? "", event.response.error?.message ?? "");
      case "error":
        throw new Broken(event.code ?? "", event.message);
      default:
      // What else is told says nothing of the answer.
    }
  }

  *#close(item: OpenAI.Responses.ResponseOutputItem): Generator<Said> {
    if (item.type === "function_call")
      yield { type: "tool-call", id: item.call_id, name: item.name, input: parseArguments(item.arguments) };
    if (item.type !== "reasoning") return;
    const { encrypted_content: encrypted, id } = item;
    const isSigned = encrypted !== undefined && encrypted !== null;
    yield { type: "reasoning-end", ...(isSigned && { signature: `${id}:${encrypted}` }) };
  }

  *#finish({ usage, incomplete_details: lacking }: OpenAI.Responses.Response): Generator<Said> {
    if (usage !== undefined) yield { type: "usage", usage: toUsage(usage) };
    if (lacking?.reason === "max_output_tokens") this.#end = "length";
    else if (lacking?.reason === "content_filter" || this.#hasRefused) this.#end = "refusal";
    else this.#end = this.#calls.size > 0 ? "tool" : "end";
  }

  finish(): Finish {
    if (this.#end === undefined) throw new Cut();
    return this.#end;
  }
}

function toUsage({ input_tokens, output_tokens, input_tokens_details }: OpenAI.Responses.ResponseUsage): Usage {
  const read = countIn(input_tokens_details, "cached_tokens");
  const usage = { input: count(input_tokens), output: count(output_tokens) };
  return read === undefined ? usage : { ...usage, cache_read: read };
}
