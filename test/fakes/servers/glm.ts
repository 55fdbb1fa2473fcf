// GLM (Z.AI): thoughts between tool calls return unmodified, and every message says something.
import { checkEmpty, checkPairs, checkPictures, checkReasoning } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type ServerRules } from "./rules.ts";

const ILLEGAL = "The messages parameter is illegal. Please check the documentation.";

export const glm: ServerRules = {
  name: "GLM",
  provider: "custom",
  model: "glm-5.1",
  base: "/api/paas/v4",
  path: "/api/paas/v4/chat/completions",
  accepts: [],
  thinks: true,
  check(request, memory) {
    // https://github.com/anomalyco/opencode/issues/2557
    if (!request.messages.some(({ role }) => role === "user")) throw new Refused(ILLEGAL);
    // https://github.com/AgentEra/Agently/issues/76
    checkEmpty(request, (at) => `messages[${at}]: content and tool_calls cannot both be empty`);
    checkPictures(request, [], () => ILLEGAL);
    checkPairs(request, memory, { missing: () => ILLEGAL, stray: () => ILLEGAL });
    // https://docs.bigmodel.cn/cn/guide/capabilities/thinking-mode.md
    checkReasoning(
      request,
      memory,
      ({ reasoning_content }) => reasoning_content,
      (at) => `messages[${at}]: reasoning_content must be returned as it was generated`,
    );
  },
  // https://github.com/continuedev/continue/issues/13259
  error: ({ message }) => ({ error: { code: "1214", message } }),
  callId: (number, at) => `call_${8_469_015_594_668 + number * 10 + at}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "glm-5.1",
      reasoning: (text) => halves(text).map((piece) => ({ role: "assistant", reasoning_content: piece })),
      // Without `tool_stream`: https://docs.rs/crate/opencrabs/0.5.1/source/src/brain/provider/glm_reasoning.rs
      isWhole: true,
      usage: "with the finish",
    }),
};
