// Context → the request of the built-in Loopback model: every block with what it is, so that structure can be seen.
import type { Block, Context } from "../assemble/context.ts";
import type { Model } from "../message/model.ts";
import type { Range } from "../message/range.ts";
import type { Lowered } from "./lowered.ts";

export interface LoopbackBlock {
  type: "text";
  text: string;
  part: { kind: string; name: string; path?: string; range?: Range; tokens: number };
}

export interface LoopbackRequest {
  model: string;
  max_tokens: number;
  system: { id: string; text: string }[];
  messages: { role: "user" | "assistant"; content: LoopbackBlock[] }[];
}

export function lowerLoopback(context: Context, model: Model): Lowered<LoopbackRequest> {
  const toBlock = (block: Block): LoopbackBlock => ({ type: "text", text: block.text, part: block.origin });
  return {
    request: {
      model: model.id,
      max_tokens: model.max_output,
      system: context.layers,
      messages: context.messages.map(({ role, blocks }) => ({ role, content: blocks.map(toBlock) })),
    },
    warnings: [],
  };
}
