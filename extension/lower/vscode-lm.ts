// Context → messages of VS Code's language model API, as plain data.
import { type Context, systemText } from "../assemble/context.ts";
import type { Model } from "../message/model.ts";
import type { Lowered } from "./lowered.ts";

export interface VscodeLmRequest {
  model: string;
  messages: { role: "user" | "assistant"; content: string[] }[];
}

/** The API has no system role: the layers open the conversation as the user's words. */
export function lowerVscodeLm(context: Context, model: Model): Lowered<VscodeLmRequest> {
  const system = systemText(context.layers);
  const messages: VscodeLmRequest["messages"] = system === "" ? [] : [{ role: "user", content: [system] }];
  for (const { role, blocks } of context.messages) messages.push({ role, content: blocks.map((block) => block.text) });
  return { request: { model: model.id, messages }, warnings: [] };
}
