// Context → the body of OpenAI's Chat Completions API, which many servers speak.
import type OpenAI from "openai";
import { type Block, type Context, type MediaBlock, systemText } from "../assemble/context.ts";
import { bareMime, isGuessed, type Model } from "../message/model.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools } from "./tools.ts";
import * as words from "./words.ts";

/** As the servers that speak it know it: OpenAI itself has Responses. */
export type ChatRequest = Omit<OpenAI.ChatCompletionCreateParamsStreaming, "messages" | "max_tokens"> & {
  messages: ChatMessage[];
  max_tokens?: number;
};

type ChatMessage = Exclude<OpenAI.ChatCompletionMessageParam, { role: "assistant" }> | AnswerMessage;
type Part = OpenAI.ChatCompletionContentPart;

/** What servers want back with a call that they made. */
type Call = OpenAI.ChatCompletionMessageFunctionToolCall & { extra_content?: unknown };

/** Mistral's form of an answer with reasoning. */
type Chunk = OpenAI.ChatCompletionContentPartText | { type: "thinking"; thinking: { type: "text"; text: string }[] };

/** An answer with the reasoning of its server, in the fields in which it came. */
interface AnswerMessage {
  role: "assistant";
  content: string | Chunk[] | null;
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: unknown[];
  tool_calls?: Call[];
}

export function lowerOpenaiChat(context: Context, model: Model): Lowered<ChatRequest> {
  const { media, warnings } = admitMedia(context, model, limits.openaiChat);
  const tools = offeredTools(context, model, warnings).map(
    ({ name, description, input_schema }): OpenAI.ChatCompletionFunctionTool => ({
      type: "function",
      function: { name, description, parameters: input_schema },
    }),
  );
  const system = systemText(context.layers);
  const messages: ChatMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  for (const { role, blocks } of context.messages) {
    const told = blocks.map((block) => asWords(block, model));
    messages.push(...(role === "user" ? userMessages(told, media) : answerMessages(told, warnings)));
  }
  const request: ChatRequest = {
    model: model.id,
    messages,
    ...(tools.length > 0 && { tools }),
    // Reasoning counts against the limit: one that is only a guess would cut answers off.
    ...(!isGuessed(model, "max_output") && { max_tokens: model.max_output }),
    ...(context.prediction !== undefined && { prediction: { type: "content", content: context.prediction } }),
    stream: true,
    stream_options: { include_usage: true },
  };
  return { request, warnings };
}

/** Tool results must directly follow their calls, so the rest of the message becomes a separate message after them. */
function userMessages(blocks: readonly Block[], media: ReadonlyMap<MediaBlock, string>): ChatMessage[] {
  const results = blocks.flatMap((block): ChatMessage[] =>
    block.type === "tool-result" ? [{ role: "tool", tool_call_id: block.id, content: block.text }] : [],
  );
  const parts = blocks.flatMap((block) => (block.type === "tool-result" ? [] : [toPart(block, media)]));
  return parts.length === 0 ? results : [...results, { role: "user", content: plain(parts) }];
}

function toPart(block: Exclude<Block, { type: "tool-result" }>, media: ReadonlyMap<MediaBlock, string>): Part {
  const data = block.type === "media" ? media.get(block) : undefined;
  if (block.type !== "media" || data === undefined) return { type: "text", text: block.text };
  const mime = bareMime(block.mime);
  return mime.startsWith("audio/")
    ? { type: "input_audio", input_audio: { data, format: mime.endsWith("wav") ? "wav" : "mp3" } }
    : { type: "image_url", image_url: { url: `data:${mime};base64,${data}` } };
}

/** A text alone goes as a string: not every server that speaks this takes a list. */
function plain(parts: Part[]): string | Part[] {
  const [only] = parts;
  return parts.length === 1 && only?.type === "text" ? only.text : parts;
}

function answerMessages(blocks: readonly Block[], warnings: Warning[]): ChatMessage[] {
  const chunks: Chunk[] = [];
  const calls: Call[] = [];
  const thoughts: Partial<Record<"reasoning_content" | "reasoning", string>> = {};
  const details: unknown[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
      case "media":
      case "tool-result":
        chunks.push({ type: "text", text: block.text });
        break;
      case "reasoning":
        details.push(...(block.details ?? []));
        if (block.field === "content")
          chunks.push({ type: "thinking", thinking: [{ type: "text", text: block.text }] });
        else if (block.field === "reasoning_content" || block.field === "reasoning")
          thoughts[block.field] = (thoughts[block.field] ?? "") + block.text;
        else if (block.details === undefined) leaveOut(block, words.reasoningNotAccepted, warnings);
        break;
      case "tool-call":
        calls.push(toCall(block));
        break;
      default:
        block satisfies never;
    }
  }
  if (chunks.length === 0 && calls.length === 0) return [];
  const [first] = chunks;
  const content = chunks.length === 1 && first?.type === "text" ? first.text : chunks.length === 0 ? null : chunks;
  return [
    {
      role: "assistant",
      content,
      ...thoughts,
      ...(details.length > 0 && { reasoning_details: details }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function toCall({ id, name, input, extra }: Extract<Block, { type: "tool-call" }>): Call {
  return {
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(inputObject(input)) },
    ...(extra !== undefined && { extra_content: extra }),
  };
}
