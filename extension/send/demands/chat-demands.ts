// What single servers that speak Chat Completions demand of a request.
import type { ChatRequest } from "../../lower/openai-chat.ts";
import type { Demand } from "./demands.ts";

export const CHAT_DEMANDS: readonly Demand<ChatRequest>[] = [
  { words: /max_tokens.{0,80}max_completion_tokens/is, meet: withOtherLimit },
  { words: /stream_options/, meet: ({ stream_options, ...request }) => request },
  { words: /role 'user' after role 'tool'|roles must alternate/i, meet: withWordsAfterResults },
  {
    words: /reasoning(?:_content|_details)?\W.{0,80}(?:unsupported|not supported|not permitted)/is,
    meet: withoutReasoning,
  },
  { words: /reasoning_content.{0,80}(?:missing|passed back)|missing.{0,20}reasoning_content/is, meet: withReasoning },
];

/** Newer models of OpenAI's behind gateways and Azure know the limit by its other name only. */
function withOtherLimit({ max_tokens, ...request }: ChatRequest): ChatRequest {
  return max_tokens === undefined ? request : { ...request, max_completion_tokens: max_tokens };
}

/** The formats of Mistral's models want an answer between a tool's result and the user, and no empty one. */
function withWordsAfterResults(request: ChatRequest): ChatRequest {
  const { messages } = request;
  const parted = messages.flatMap((message, at): ChatRequest["messages"] =>
    message.role === "user" && messages[at - 1]?.role === "tool"
      ? [{ role: "assistant", content: "Understood." }, message]
      : [message],
  );
  return { ...request, messages: parted };
}

/** A server may have models that reason and others that take no reasoning. */
function withoutReasoning(request: ChatRequest): ChatRequest {
  const bare = request.messages.map((message) => {
    if (message.role !== "assistant") return message;
    const { reasoning, reasoning_content, reasoning_details, ...rest } = message;
    return rest;
  });
  return { ...request, messages: bare };
}

/**
 * DeepSeek and Kimi want reasoning with answers of other servers, too. There is none to send, and DeepSeek does not take an
 * empty text for it.
 */
function withReasoning(request: ChatRequest): ChatRequest {
  const filled = request.messages.map((message) =>
    message.role === "assistant" && (message.reasoning_content ?? "") === ""
      ? { ...message, reasoning_content: " " }
      : message,
  );
  return { ...request, messages: filled };
}
