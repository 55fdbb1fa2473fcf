// The endpoints of DeepSeek, Kimi and GLM that speak Anthropic's Messages API: they sign nothing, and want thinking back.
import { checkEmpty, checkPairs, checkPictures, checkReasoning, idsOf } from "./checks.ts";
import { messageEvents, readMessages } from "./messages-api.ts";
import { type Message, openaiError, Refused, type Request, type ServerRules } from "./rules.ts";

const PAIRS = {
  missing: (ids: string, at: number): string =>
    `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}.`,
  stray: (at: number): string => `messages.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks.`,
};

const thinkingOf = ({ thinking }: Message): string | undefined => thinking;

/** Also for calls of other servers. */
function checkThinking({ messages }: Request, words: (at: number) => string): void {
  for (const [at, message] of messages.entries())
    if (idsOf(message).length > 0 && message.thinking === undefined) throw new Refused(words(at));
}

/** https://docs.anthropic.com/en/api/messages */
function checkIds({ messages }: Request): void {
  for (const [at, message] of messages.entries())
    if (idsOf(message).some((id) => !/^[a-zA-Z0-9_-]+$/.test(id)))
      throw new Refused(`messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
}

const common = {
  provider: "anthropic",
  thinks: true,
  read: readMessages,
  stream: (reply, { model }) => messageEvents(reply, model),
} as const satisfies Partial<ServerRules>;

/** https://github.com/esengine/DeepSeek-Reasonix/pull/8927 */
const MUST_RETURN = "The `content[].thinking` in the thinking mode must be passed back to the API.";

export const deepseekMessages: ServerRules = {
  ...common,
  name: "DeepSeek Messages",
  model: "deepseek-v4-flash",
  base: "/anthropic",
  path: "/anthropic/v1/messages",
  accepts: [],
  check(request, memory) {
    checkIds(request);
    checkPictures(request, [], (type, at) => `messages[${at}]: unknown variant \`${type}\`, expected \`text\``);
    checkPairs(request, memory, PAIRS);
    checkReasoning(request, memory, thinkingOf, () => MUST_RETURN);
    checkThinking(request, () => MUST_RETURN);
  },
  error: openaiError,
  callId: (number, at) => `toolu_ds_${number}_${at}`,
};

/** https://github.com/liliMozi/openhanako/issues/1667 */
const missing = (at: number): string =>
  `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`;

export const kimiMessages: ServerRules = {
  ...common,
  name: "Kimi Messages",
  model: "kimi-for-coding",
  base: "/coding",
  path: "/coding/v1/messages",
  accepts: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  check(request, memory) {
    checkIds(request);
    checkEmpty(request, (at) => `the message at position ${at} with role 'assistant' must not be empty`);
    checkPictures(request, kimiMessages.accepts, (type) => `invalid part type: ${type}`);
    checkPairs(request, memory, PAIRS);
    checkThinking(request, missing);
    checkReasoning(request, memory, thinkingOf, missing);
  },
  error: ({ message }) => ({ error: { type: "<nil>", message }, type: "error" }),
  callId: (number, at, name) => `tool_${name}_${number}_${at}`,
};

export const glmMessages: ServerRules = {
  ...common,
  name: "GLM Messages",
  model: "glm-5.1",
  base: "/api/anthropic",
  path: "/api/anthropic/v1/messages",
  accepts: [],
  check(request, memory) {
    checkIds(request);
    checkPictures(request, [], () => "The messages parameter is illegal. Please check the documentation.");
    checkPairs(request, memory, PAIRS);
    // https://docs.z.ai/guides/capabilities/thinking-mode
    checkReasoning(
      request,
      memory,
      thinkingOf,
      (at) => `messages.${at}: thinking must be returned as it was generated`,
    );
  },
  error: ({ message }) => ({ type: "error", error: { type: "invalid_request_error", message, code: "1214" } }),
  callId: (number, at) => `call_${number}_${at}`,
};
