// Groq: fields it does not know are refused by name, and reasoning goes only to models that reason.
import { checkPairs, checkPictures, MESSAGE_FIELDS, PAIR_WORDS, REQUEST_FIELDS, strangersIn } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type Request, type ServerRules } from "./rules.ts";

export const groq: ServerRules = {
  name: "Groq",
  provider: "custom",
  model: "openai/gpt-oss-120b",
  base: "/openai/v1",
  path: "/openai/v1/chat/completions",
  accepts: [],
  thinks: true,
  check(request, memory) {
    // https://github.com/fanenr/chatbot/issues/21
    const [field] = strangersIn(request, [...REQUEST_FIELDS, "max_completion_tokens"]);
    if (field !== undefined) throw new Refused(`property '${field}' is unsupported`);
    checkMessages(request);
    checkPictures(request, [], (_, at) => `messages[${at}].content must be a string`);
    checkPairs(request, memory, PAIR_WORDS);
  },
  error: ({ message }) => ({ error: { message, type: "invalid_request_error" } }),
  callId: (number, at) => `fc_${number}-${at}-7e6a-4c1b`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: request.model,
      ...(reasons(request) && {
        reasoning: (text) => halves(text).map((piece) => ({ channel: "analysis", reasoning: piece })),
      }),
      isWhole: true,
      usage: "x_groq",
    }),
};

/** A model of Groq's that does not reason. */
export const GROQ_PLAIN = "moonshotai/kimi-k2-instruct";

const reasons = ({ model }: Request): boolean => model !== GROQ_PLAIN;

function checkMessages(request: Request): void {
  for (const [at, message] of request.messages.entries()) {
    // https://github.com/tashfeenahmed/freellmapi/issues/1070
    const [field] = strangersIn(message, [...MESSAGE_FIELDS, "reasoning"]);
    if (field !== undefined)
      throw new Refused(
        `'messages.${at}' : for 'role:${message.role}' the following must be satisfied[('messages.${at}' : property '${field}' is unsupported)]`,
      );
    // https://github.com/vercel/ai/pull/8057
    if (message.reasoning !== undefined && !reasons(request))
      throw new Refused(`messages[${at}].reasoning: reasoning is not supported with this model`);
  }
}
