// Context → messages of VS Code's language model API, as plain data.
import { type Block, type Context, type MediaBlock, systemText, type ToolSpec } from "../assemble/context.ts";
import { bareMime, type Model } from "../message/model.ts";
import type { Lowered, Warning } from "./lowered.ts";
import { admitMedia, limits } from "./media.ts";
import { asWords, inputObject, leaveOut, offeredTools } from "./tools.ts";
import * as words from "./words.ts";

export type VscodeLmPart =
  | { type: "text"; text: string }
  | { type: "data"; mime: string; data: string }
  | { type: "tool-call"; id: string; name: string; input: Record<string, unknown> }
  | { type: "tool-result"; id: string; text: string };

export interface VscodeLmRequest {
  model: string;
  messages: { role: "user" | "assistant"; content: VscodeLmPart[] }[];
  tools?: ToolSpec[];
}

/** The API has no system role: the layers open the conversation as the user's words. */
export function lowerVscodeLm(context: Context, model: Model): Lowered<VscodeLmRequest> {
  const { media, warnings } = admitMedia(context, model, limits.vscodeLm);
  const tools = offeredTools(context, model, warnings);
  const system = systemText(context.layers);
  const messages: VscodeLmRequest["messages"] =
    system === "" ? [] : [{ role: "user", content: [{ type: "text", text: system }] }];
  for (const { role, blocks } of context.messages) {
    const content = blocks.flatMap((block) => toPart(asWords(block, model), media, warnings));
    if (content.length > 0) messages.push({ role, content });
  }
  return { request: { model: model.id, messages, ...(tools.length > 0 && { tools }) }, warnings };
}

function toPart(block: Block, media: ReadonlyMap<MediaBlock, string>, warnings: Warning[]): VscodeLmPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "media": {
      const data = media.get(block);
      return [
        data === undefined ? { type: "text", text: block.text } : { type: "data", mime: bareMime(block.mime), data },
      ];
    }
    case "reasoning":
      leaveOut(block, words.reasoningNotAccepted, warnings);
      return [];
    case "tool-call":
      return [{ type: "tool-call", id: block.id, name: block.name, input: inputObject(block.input) }];
    case "tool-result":
      return [{ type: "tool-result", id: block.id, text: block.text }];
    default:
      return block satisfies never;
  }
}
