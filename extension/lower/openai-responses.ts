// Context → the body of OpenAI's Responses API. Nothing is stored there: the conversation goes whole, reasoning encrypted.
import type OpenAI from "openai";
import { type Block, type Context, type MediaBlock, type ReasoningBlock, systemText } from "../assemble/context.ts";
import { bareMime, type Model } from "../message/model.ts";
import { partsOf } from "../providers/responses-signature.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools, reasonToOmit } from "./tools.ts";
import * as words from "./words.ts";

export type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsStreaming;

type Item = OpenAI.Responses.ResponseInputItem;
type Content = OpenAI.Responses.ResponseInputContent;

export function lowerOpenaiResponses(context: Context, model: Model): Lowered<ResponsesRequest> {
  const { media, warnings } = admitMedia(context, model, limits.openaiResponses);
  const tools = offeredTools(context, model, warnings).map(
    ({ name, description, input_schema }): OpenAI.Responses.FunctionTool => ({
      type: "function",
      name,
      description,
      parameters: input_schema,
      strict: false,
    }),
  );
  const instructions = systemText(context.layers);
  const input = context.messages.flatMap(({ role, blocks }) => {
    const told = blocks.map((block) => asWords(block, model));
    return role === "user" ? userItems(told, media) : answerItems(told, model, warnings);
  });
  const request: ResponsesRequest = {
    model: model.id,
    ...(instructions !== "" && { instructions }),
    input,
    ...(tools.length > 0 && { tools, parallel_tool_calls: true }),
    max_output_tokens: model.max_output,
    ...(model.reasoning !== undefined && {
      reasoning: { summary: "auto" as const },
      include: ["reasoning.encrypted_content" as const],
    }),
    prompt_cache_key: context.session_id,
    store: false,
    stream: true,
  };
  return { request, warnings };
}

/** Tool results become separate items; the blocks around them become messages, in order. */
function userItems(blocks: readonly Block[], media: ReadonlyMap<MediaBlock, string>): Item[] {
  const items: Item[] = [];
  let content: Content[] = [];
  const close = (): void => {
    if (content.length > 0) items.push({ type: "message", role: "user", content });
    content = [];
  };
  for (const block of blocks) {
    if (block.type !== "tool-result") content.push(toContent(block, media));
    else {
      close();
      items.push({ type: "function_call_output", call_id: block.id, output: block.text });
    }
  }
  close();
  return items;
}

function toContent(block: Block, media: ReadonlyMap<MediaBlock, string>): Content {
  const data = block.type === "media" ? media.get(block) : undefined;
  if (block.type !== "media" || data === undefined) return { type: "input_text", text: block.text };
  const url = `data:${bareMime(block.mime)};base64,${data}`;
  return block.mime.startsWith("image/")
    ? { type: "input_image", image_url: url, detail: "auto" }
    : { type: "input_file", filename: block.name, file_data: url };
}

function answerItems(blocks: readonly Block[], model: Model, warnings: Warning[]): Item[] {
  return blocks.flatMap((block, index): Item[] => {
    switch (block.type) {
      case "text": {
        const { text: content, phase } = block;
        return [{ type: "message", role: "assistant", content, ...(phase !== undefined && { phase }) }];
      }
      case "media":
      case "tool-result":
        return [{ type: "message", role: "assistant", content: block.text }];
      case "reasoning": {
        const why = reasonToOmit(block, model) ?? (block.signature === undefined ? words.notFromOpenai : undefined);
        if (why !== undefined) leaveOut(block, why, warnings);
        return why === undefined ? [toReasoning(block, index)] : [];
      }
      case "tool-call":
        return [
          {
            type: "function_call",
            call_id: block.id,
            name: block.name,
            arguments: JSON.stringify(inputObject(block.input)),
          },
        ];
      default:
        return block satisfies never;
    }
  });
}

function toReasoning({ text, signature = "" }: ReasoningBlock, index: number): Item {
  const { id, encrypted } = partsOf(signature) ?? { id: `rs_${index}`, encrypted: signature };
  return {
    type: "reasoning",
    id,
    summary: text === "" ? [] : [{ type: "summary_text", text }],
    encrypted_content: encrypted,
  };
}
