// Qwen (DashScope's compatible mode): content is never left out, and each call is answered.
import { checkPairs, checkPictures } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type ServerRules } from "./rules.ts";

const ALGO = "<400> InternalError.Algo.InvalidParameter:";

export const qwen: ServerRules = {
  name: "Qwen",
  provider: "custom",
  model: "qwen3.6-plus",
  base: "/compatible-mode/v1",
  path: "/compatible-mode/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp"],
  thinks: true,
  check(request, memory) {
    for (const message of request.messages)
      // May be null, must be there: https://github.com/jd-opensource/joyagent-jdgenie/pull/99
      if (!("content" in message)) throw new Refused(`${ALGO} The content field is a required field.`);
    checkPictures(request, qwen.accepts, () => `${ALGO} The image format is illegal and cannot be opened.`);
    // https://github.com/QwenLM/qwen-code/issues/315 and https://github.com/QwenLM/qwen-code/issues/2360
    checkPairs(request, memory, {
      missing: (_, at) =>
        `${ALGO} An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[${at}].role`,
      stray: () => `${ALGO} messages with role "tool" must be a response to a preceeding message with "tool_calls".`,
    });
  },
  // https://github.com/alibaba/spring-ai-alibaba/issues/914
  error: ({ message }) => ({
    error: { code: "invalid_parameter_error", param: null, message, type: "invalid_request_error" },
  }),
  callId: (number, at) => `call_a1ad8367bde7444f${number}${at}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "qwen3.6-plus",
      reasoning: (text) => halves(text).map((piece) => ({ content: null, reasoning_content: piece })),
      // https://github.com/anomalyco/opencode/pull/40969 and https://github.com/anomalyco/opencode/pull/37783
      later: { id: "", name: "" },
      usage: "own chunk",
    }),
};
