// Context → the body of OpenAI's Chat Completions API, which many servers speak.
import type OpenAI from "openai";
import { type Block, type Context, type MediaBlock, systemText } from "../assemble/context.ts";
import { bareMime, type Model } from "../message/model.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools } from "./tools.ts";

export type ChatRequest = OpenAI.ChatCompletionCreateParamsStreaming;

type ChatMessage = OpenAI.ChatCompletionMessageParam;
type Part = OpenAI.ChatCompletionContentPart;
type Call = OpenAI.ChatCompletionMessageFunctionToolCall;

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
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what compatible servers know; OpenAI itself has Responses
    max_tokens: model.max_output,
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
  const texts: OpenAI.ChatCompletionContentPartText[] = [];
  const calls: Call[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
      case "media":
      case "tool-result":
        texts.push({ type: "text", text: block.text });
        break;
      case "reasoning":
        leaveOut(block, "not sent; this API does not accept reasoning", warnings);
        break;
      case "tool-call":
        calls.push({
          id: block.id,
          type: "function",
          function: { name: block.name, arguments: JSON.stringify(inputObject(block.input)) },
        });
        break;
      default:
        block satisfies never;
    }
  }
  if (texts.length === 0 && calls.length === 0) return [];
  const [first] = texts;
  const content = texts.length > 1 ? texts : (first?.text ?? null);
  return [{ role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) }];
}
