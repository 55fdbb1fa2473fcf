// What single servers that speak Anthropic's Messages API demand of a request.
import type { AnthropicRequest } from "../../lower/anthropic.ts";
import type { Demand } from "./demands.ts";

export const ANTHROPIC_DEMANDS: readonly Demand<AnthropicRequest>[] = [
  { words: /\.thinking.{0,80}passed back|reasoning_content.{0,20}missing/is, meet: withThinking },
];

/** DeepSeek and Kimi want thinking with answers of other servers, too, and there is none to send. */
function withThinking(request: AnthropicRequest): AnthropicRequest {
  const messages = request.messages.map((message) => {
    const { role, content } = message;
    if (role !== "assistant" || typeof content === "string") return message;
    if (content.some(({ type }) => type === "thinking" || type === "redacted_thinking")) return message;
    return { role, content: [{ type: "thinking" as const, thinking: " ", signature: "" }, ...content] };
  });
  return { ...request, messages };
}
