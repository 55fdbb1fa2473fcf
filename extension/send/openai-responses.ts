// OpenAI's Responses API: bytes out, events in.
import type OpenAI from "openai";
import type { ResponsesRequest } from "../lower/openai-responses.ts";
import { signatureOf } from "../providers/responses-signature.ts";
import { AnswerPhase, type Finish, type Usage } from "../message/message.ts";
import type { Access } from "./access.ts";
import { parseArguments } from "./calls/arguments.ts";
import { CallIds } from "./calls/call-ids.ts";
import { Broken, converseWithKey, Cut, type Talk } from "./converse.ts";
import { count, countIn } from "./count.ts";
import type { Said, StreamEvent } from "./event.ts";
import { openaiClient } from "./openai-client.ts";
import { ownFields } from "./own-fields.ts";
import { kindIn } from "./failures/provider-words.ts";
import { inStreamError } from "./stream-error.ts";

export function sendOpenaiResponses(
  request: ResponsesRequest,
  access: Access,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const talk: Talk = async function* (line) {
    const client = await openaiClient(access, line);
    const own = ownFields("openai", request);
    const answer = new Answer();
    try {
      for await (const event of await client.responses.create(own, { signal: line.signal })) yield* answer.take(event);
    } catch (error) {
      throw inStreamError(error) ?? error;
    }
    return answer.finish();
  };
  return converseWithKey(access, request.model ?? "", signal, talk);
}

class Answer {
  /** Calls by the id of their item, which is not the id of the call. */
  readonly #calls = new Map<string, { id: string; name: string }>();
  readonly #ids = new CallIds();
  /** Items that have ended. */
  readonly #closed = new Set<string>();
  /** Arguments that have ended, by the id of their item. */
  readonly #arguments = new Map<string, string>();
  #hasRefused = false;
  #hasSpoken = false;
  #end: Finish | undefined;

  *take(event: OpenAI.Responses.ResponseStreamEvent): Generator<Said> {
    switch (event.type) {
      case "response.output_text.delta":
        yield* this.#say("text", event.delta);
        return;
      case "response.refusal.delta":
        this.#hasRefused = true;
        yield* this.#say("text", event.delta);
        return;
      case "response.reasoning_summary_part.added":
        if (event.summary_index > 0) yield { type: "reasoning", text: "\n\n" };
        return;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        yield* this.#say("reasoning", event.delta);
        return;
      case "response.output_item.added":
        if (event.item.type !== "function_call") return;
        yield { type: "tool-call-delta", ...this.#open(event.item), json: "" };
        return;
      case "response.function_call_arguments.delta": {
        const call = this.#calls.get(event.item_id);
        if (call !== undefined) yield { type: "tool-call-delta", ...call, json: textOf(event.delta) };
        return;
      }
      case "response.function_call_arguments.done":
        this.#arguments.set(event.item_id, textOf(event.arguments));
        return;
      case "response.output_item.done":
        yield* this.#close(event.item);
        return;
      case "response.completed":
      case "response.incomplete":
        yield* this.#finish(event.response);
        return;
      case "response.failed":
        throw new Broken(kindIn(event.response.error) ?? "", event.response.error?.message ?? "");
      case "error":
        throw new Broken(event.code ?? "", event.message);
      default:
      // What else is told says nothing of the answer.
    }
  }

  *#say(type: "text" | "reasoning", delta: unknown): Generator<Said> {
    const text = textOf(delta);
    if (text === "") return;
    if (type === "text") this.#hasSpoken = true;
    yield { type, text };
  }

  #open(item: OpenAI.Responses.ResponseFunctionToolCall): { id: string; name: string } {
    const key = keyOf(item);
    const call = this.#calls.get(key) ?? { id: this.#ids.next(item.call_id, "call"), name: item.name };
    this.#calls.set(key, call);
    return call;
  }

  *#close(item: OpenAI.Responses.ResponseOutputItem): Generator<Said> {
    if (item.type === "function_call") {
      this.#closed.add(keyOf(item));
      yield { type: "tool-call", ...this.#open(item), input: parseArguments(textOf(item.arguments)) };
    }
    const phase = AnswerPhase.safeParse(item.type === "message" ? item.phase : undefined);
    if (phase.success) yield { type: "text-end", phase: phase.data };
    if (item.type !== "reasoning") return;
    const { encrypted_content: encrypted, id } = item;
    const isSigned = encrypted !== undefined && encrypted !== null;
    yield { type: "reasoning-end", ...(isSigned && { signature: signatureOf(id, encrypted) }) };
  }

  *#finish({ usage, incomplete_details: lacking, output }: OpenAI.Responses.Response): Generator<Said> {
    // Gateways leave out the end of an item: the whole answer comes once more with its end.
    for (const item of Array.isArray(output) ? output : []) {
      if (item.type === "function_call" && !this.#closed.has(keyOf(item)) && lacking?.reason === undefined)
        yield* this.#close(item);
      if (item.type === "message" && !this.#hasSpoken) yield* this.#repeat(item);
    }
    if (lacking?.reason === undefined) yield* this.#closeByArguments();
    if (usage) yield { type: "usage", usage: toUsage(usage) };
    if (lacking?.reason === "max_output_tokens") this.#end = "length";
    else if (lacking?.reason === "content_filter" || this.#hasRefused) this.#end = "refusal";
    else this.#end = this.#calls.size > 0 ? "tool" : "end";
  }

  /** SGLang ends the arguments of a call and not its item. */
  *#closeByArguments(): Generator<Said> {
    for (const [key, json] of this.#arguments) {
      const call = this.#calls.get(key);
      if (call === undefined || this.#closed.has(key)) continue;
      this.#closed.add(key);
      yield { type: "tool-call", ...call, input: parseArguments(json) };
    }
  }

  /** A text that did not stream. */
  *#repeat({ content }: OpenAI.Responses.ResponseOutputMessage): Generator<Said> {
    for (const part of Array.isArray(content) ? content : [])
      if (part.type === "output_text" && textOf(part.text) !== "") yield { type: "text", text: part.text };
  }

  /** A call that has begun and not ended does not run. */
  finish(): Finish {
    if (this.#end === undefined) throw new Cut();
    if (this.#end === "tool" && [...this.#calls.keys()].some((key) => !this.#closed.has(key))) throw new Cut();
    return this.#end;
  }
}

/** Gateways leave out fields. */
function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** An item by its own id, or by that of its call where it has none. */
function keyOf({ id, call_id }: OpenAI.Responses.ResponseFunctionToolCall): string {
  return id ?? call_id;
}

function toUsage({ input_tokens, output_tokens, input_tokens_details }: OpenAI.Responses.ResponseUsage): Usage {
  const read = countIn(input_tokens_details, "cached_tokens");
  const usage = { input: count(input_tokens), output: count(output_tokens) };
  return read === undefined ? usage : { ...usage, cache_read: read };
}
