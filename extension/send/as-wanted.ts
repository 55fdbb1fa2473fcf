// A request of Chat Completions, changed as the server that has refused it wants it.
import type { ChatRequest } from "../lower/openai-chat.ts";

/** `undefined` if the refusal is about something else, or the request is already so. */
export function asWanted(request: ChatRequest, code: string): ChatRequest | undefined {
  if (code === "wants-other-limit") return withOtherLimit(request);
  return code === "wants-no-reasoning" ? withoutReasoning(request) : undefined;
}

/** Newer models of OpenAI's behind gateways and Azure know the limit by its other name only. */
function withOtherLimit({ max_tokens, ...request }: ChatRequest): ChatRequest | undefined {
  return max_tokens === undefined ? undefined : { ...request, max_completion_tokens: max_tokens };
}

/** Groq and Cerebras refuse for some models the reasoning that they themselves have sent. */
function withoutReasoning(request: ChatRequest): ChatRequest | undefined {
  const messages = request.messages.map((message) => {
    if (message.role !== "assistant") return message;
    const { reasoning_content, reasoning, reasoning_details, ...rest } = message;
    return rest;
  });
  const isChanged = messages.some((message, index) => keysOf(message) < keysOf(request.messages[index] ?? {}));
  return isChanged ? { ...request, messages } : undefined;
}

function keysOf(message: object): number {
  return Object.keys(message).length;
}
