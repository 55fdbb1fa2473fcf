// Azure OpenAI: a limit by its newer name only, short ids, and no field that OpenAI does not have.
import { checkPairs, checkPictures, idsOf, MESSAGE_FIELDS, PAIR_WORDS, REQUEST_FIELDS, strangersIn } from "./checks.ts";
import { chunksOf, event } from "./chunks.ts";
import { openaiError, Refused, type Request, type ServerRules } from "./rules.ts";

export const azure: ServerRules = {
  name: "Azure",
  provider: "custom",
  model: "gpt-5-mini",
  base: "/openai/v1",
  path: "/openai/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  thinks: false,
  check(request, memory) {
    // https://github.com/owndev/Open-WebUI-Functions/issues/136
    if ("max_tokens" in request)
      throw new Refused(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      );
    // https://github.com/promptfoo/promptfoo/issues/3781
    const [field] = strangersIn(request, [...REQUEST_FIELDS, "max_completion_tokens"]);
    if (field !== undefined) throw new Refused(`Unknown parameter: '${field}'.`);
    checkMessages(request);
    checkPictures(request, azure.accepts, () => "You uploaded an unsupported image.");
    checkPairs(request, memory, PAIR_WORDS);
  },
  error: openaiError,
  callId: (number, at) => `call_${number}${at}${"Z".repeat(20)}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "gpt-5-mini-2025-08-07",
      // https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming
      before: [
        event({ id: "", object: "", created: 0, model: "", choices: [], prompt_filter_results: [{ prompt_index: 0 }] }),
        event({ id: "", object: "", created: 0, model: "", choices: [{ index: 0, finish_reason: null }] }),
      ],
      choice: { content_filter_results: {} },
      usage: "own chunk",
    }),
};

function checkMessages({ messages }: Request): void {
  for (const [at, message] of messages.entries()) {
    const [field] = strangersIn(message, MESSAGE_FIELDS);
    if (field !== undefined) throw new Refused(`Unknown parameter: 'messages[${at}].${field}'.`);
    // https://github.com/BerriAI/litellm/issues/11392
    for (const [index, id] of idsOf(message).entries())
      if (id.length > 40)
        throw new Refused(
          `Invalid 'messages[${at}].tool_calls[${index}].id': string too long. Expected a string with maximum length 40, but got a string with length ${id.length} instead.`,
        );
  }
}
