// Context → the body of Ollama's own chat API, with the window the model is to be loaded with.
import type { ChatRequest, Message, Tool, ToolCall } from "ollama/browser";
import { type Block, type Context, type MediaBlock, systemText } from "../assemble/context.ts";
import { isGuessed, type Model } from "../message/model.ts";
import type { Lowered } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, offeredTools } from "./tools.ts";
import * as words from "./words.ts";

export type OllamaRequest = ChatRequest & { messages: Message[]; stream: true };

export function lowerOllama(context: Context, model: Model): Lowered<OllamaRequest> {
  const { media, warnings } = admitMedia(context, model, limits.ollama);
  const tools = offeredTools(context, model, warnings).map(({ name, description, input_schema }): Tool => ({
    type: "function",
    function: { name, description, parameters: input_schema },
  }));
  const system = systemText(context.layers);
  const messages: Message[] = system === "" ? [] : [{ role: "system", content: system }];
  for (const { role, blocks } of context.messages) {
    const told = blocks.map((block) => asWords(block, model));
    messages.push(...(role === "user" ? userMessages(told, media) : answerMessages(told)));
  }
  const request: OllamaRequest = {
    model: model.id,
    messages,
    ...(tools.length > 0 && { tools }),
    ...(model.reasoning !== undefined && { think: true }),
    // Reasoning counts against the limit: one that is only a guess would cut answers off.
    options: {
      num_ctx: model.context_window,
      ...(!isGuessed(model, "max_output") && { num_predict: model.max_output }),
    },
    stream: true,
  };
  return { request, warnings };
}

/** One text and a list of pictures is all a message has: a picture's name marks its place in the text. */
function userMessages(blocks: readonly Block[], media: ReadonlyMap<MediaBlock, string>): Message[] {
  const results = blocks.flatMap((block): Message[] =>
    block.type === "tool-result" ? [{ role: "tool", tool_name: block.name, content: block.text }] : [],
  );
  const images: string[] = [];
  const texts = blocks.flatMap((block) => {
    if (block.type === "tool-result") return [];
    const data = block.type === "media" ? media.get(block) : undefined;
    if (block.type !== "media" || data === undefined) return [block.text];
    images.push(data);
    return [words.image(images.length, block.name)];
  });
  if (texts.length === 0) return results;
  return [...results, { role: "user", content: lines(texts), ...(images.length > 0 && { images }) }];
}

function answerMessages(blocks: readonly Block[]): Message[] {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: ToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
      case "media":
      case "tool-result":
        texts.push(block.text);
        break;
      case "reasoning":
        if (block.text !== "") thoughts.push(block.text);
        break;
      case "tool-call":
        calls.push({ function: { name: block.name, arguments: inputObject(block.input) } });
        break;
      default:
        block satisfies never;
    }
  }
  if (texts.length === 0 && calls.length === 0) return [];
  const thinking = thoughts.length === 0 ? {} : { thinking: lines(thoughts) };
  return [{ role: "assistant", content: lines(texts), ...thinking, ...(calls.length > 0 && { tool_calls: calls }) }];
}

/** Joins texts verbatim, and starts each on a new line. */
function lines(texts: readonly string[]): string {
  return texts.reduce((all, text) => (all === "" || all.endsWith("\n") ? all + text : `${all}\n${text}`), "");
}
