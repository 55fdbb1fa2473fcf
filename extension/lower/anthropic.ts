// Context → the body of Anthropic's Messages API.
import type Anthropic from "@anthropic-ai/sdk";
import { type Block, type Context, type MediaBlock, systemText, type ToolSpec } from "../assemble/context.ts";
import { bareMime, type Model } from "../message/model.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools, reasonToOmit } from "./tools.ts";

export type AnthropicRequest = Anthropic.MessageCreateParamsStreaming;

type Content = Anthropic.ContentBlockParam;

/** The least thinking the API takes, and what is left for the answer. */
const LEAST_BUDGET = 1024;

const CACHED = { type: "ephemeral" } as const;

export function lowerAnthropic(context: Context, model: Model): Lowered<AnthropicRequest> {
  const { media, warnings } = admitMedia(context, model, limits.anthropic);
  const tools = offeredTools(context, model, warnings).map(toTool);
  const system = systemText(context.layers);
  const messages = context.messages.map(({ role, blocks }, index): Anthropic.MessageParam => {
    const content = joinBlanks(blocks.flatMap((block) => toContent(asWords(block, model), model, media, warnings)));
    return { role, content: index === context.stable - 1 ? cachedLast(content) : content };
  });
  const last = tools.at(-1);
  if (last !== undefined) tools[tools.length - 1] = { ...last, cache_control: CACHED };
  const request: AnthropicRequest = {
    model: model.id,
    max_tokens: model.max_output,
    ...(system !== "" && { system: [{ type: "text", text: system, cache_control: CACHED }] }),
    ...(tools.length > 0 ? { tools } : onlyCalled(messages)),
    messages: messages.filter(({ content }) => content.length > 0),
    ...thinking(model),
    stream: true,
  };
  return { request, warnings };
}

/** The API refuses calls in a request that defines no tools, so those that were called are named and forbidden. */
function onlyCalled(messages: readonly Anthropic.MessageParam[]): Pick<AnthropicRequest, "tools" | "tool_choice"> {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const names = new Set(blocks.flatMap((block) => (block.type === "tool_use" ? [block.name] : [])));
  if (names.size === 0) return {};
  const tools = [...names].sort().map((name): Anthropic.Tool => ({ name, input_schema: { type: "object" } }));
  return { tools, tool_choice: { type: "none" } };
}

function thinking({ reasoning, max_output }: Model): Pick<AnthropicRequest, "thinking"> {
  if (reasoning === "adaptive") return { thinking: { type: "adaptive", display: "summarized" } };
  const budget_tokens = Math.min(16_000, Math.floor(max_output / 2));
  return reasoning === "budget" && budget_tokens >= LEAST_BUDGET
    ? { thinking: { type: "enabled", budget_tokens } }
    : {};
}

function toTool({ name, description, input_schema }: ToolSpec): Anthropic.Tool {
  return { name, description, input_schema: { ...input_schema, type: "object" } };
}

function toContent(block: Block, model: Model, media: ReadonlyMap<MediaBlock, string>, warnings: Warning[]): Content[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "media":
      return [toMedia(block, media.get(block))];
    case "reasoning": {
      // Other servers that speak this API sign nothing.
      if (block.field === "thinking") return [{ type: "thinking", thinking: block.text, signature: "" }];
      const why = reasonToOmit(block, model);
      if (why !== undefined) leaveOut(block, why, warnings);
      else if (block.redacted !== undefined) return [{ type: "redacted_thinking", data: block.redacted }];
      else return [{ type: "thinking", thinking: block.text, signature: block.signature ?? "" }];
      return [];
    }
    case "tool-call":
      return [{ type: "tool_use", id: block.id, name: block.name, input: inputObject(block.input) }];
    case "tool-result":
      return [toResult(block.id, block.text, block.is_error)];
    default:
      return block satisfies never;
  }
}

function toResult(id: string, text: string, isError: boolean): Content {
  // The API refuses an empty text, and a result may well be one.
  const content = text.trim() === "" ? {} : { content: [{ type: "text" as const, text }] };
  return { type: "tool_result", tool_use_id: id, ...content, ...(isError && { is_error: true }) };
}

function toMedia({ mime, name, text }: MediaBlock, data: string | undefined): Content {
  if (data === undefined) return { type: "text", text };
  const media_type = bareMime(mime);
  switch (media_type) {
    case "application/pdf":
      return { type: "document", source: { type: "base64", media_type, data }, title: name };
    case "image/png":
    case "image/jpeg":
    case "image/gif":
    case "image/webp":
      return { type: "image", source: { type: "base64", media_type, data } };
    default:
      return { type: "text", text };
  }
}

/** The API refuses a text of nothing but blanks: such a text is appended to the one before it, or dropped. */
function joinBlanks(content: Content[]): Content[] {
  const joined: Content[] = [];
  for (const block of content) {
    const before = joined.at(-1);
    if (block.type !== "text" || block.text.trim() !== "") joined.push(block);
    else if (before?.type === "text") joined[joined.length - 1] = { ...before, text: before.text + block.text };
  }
  return joined;
}

/** On the last block that may carry the mark; thinking may not. */
function cachedLast(content: Content[]): Content[] {
  const at = content.findLastIndex(({ type }) => type !== "thinking" && type !== "redacted_thinking");
  return content.map((block, index) =>
    index === at && block.type !== "thinking" && block.type !== "redacted_thinking"
      ? { ...block, cache_control: CACHED }
      : block,
  );
}
