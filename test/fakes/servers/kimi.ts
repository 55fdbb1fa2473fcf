// Kimi (Moonshot AI): each message with calls must carry its reasoning, and no answer may be empty.
import { checkEmpty, checkPairs, checkPictures, checkReasoning, idsOf, partsOf } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type Request, type ServerRules } from "./rules.ts";

export const kimi: ServerRules = {
  name: "Kimi",
  provider: "custom",
  model: "kimi-k2.6",
  base: "/v1",
  path: "/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  thinks: true,
  check(request, memory) {
    // https://github.com/AstrBotDevs/AstrBot/issues/7200
    checkEmpty(
      request,
      (at) => `Invalid request: the message at position ${at} with role 'assistant' must not be empty`,
    );
    checkParts(request);
    checkPictures(request, kimi.accepts, (type, at) => invalidPart(at, "user", type));
    // https://github.com/MoonshotAI/kimi-cli/issues/1977
    checkPairs(request, memory, {
      missing: (ids) =>
        `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
      stray: () => "Invalid request: tool_call_id is not found",
    });
    checkThinking(request);
    checkReasoning(request, memory, ({ reasoning_content }) => reasoning_content, missing);
  },
  // https://github.com/bytedance/deer-flow/issues/3043
  error: ({ message }) => ({ error: { message, type: "invalid_request_error" } }),
  callId: (number, at, name) => `functions.${name}:${number * 10 + at}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "kimi-k2.6",
      reasoning: (text) => halves(text).map((piece) => ({ reasoning_content: piece })),
      usage: "in the choice",
    }),
};

const missing = (at: number): string =>
  `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`;

const invalidPart = (at: number, role: string, type: string): string =>
  `Invalid request: the message at position ${at} with role '${role}' contains an invalid part type: ${type}`;

/** Also for calls of other servers: https://github.com/continuedev/continue/issues/11711 */
function checkThinking({ messages }: Request): void {
  for (const [at, message] of messages.entries())
    if (idsOf(message).length > 0 && (message.reasoning_content ?? "") === "") throw new Refused(missing(at));
}

// https://github.com/MoonshotAI/kimi-cli/issues/788
function checkParts({ messages }: Request): void {
  for (const [at, message] of messages.entries())
    for (const { type } of partsOf(message))
      if (!["text", "image_url"].includes(type)) throw new Refused(invalidPart(at, message.role, type));
}
