// vLLM with a model of Mistral's: its chat format takes no user message after a tool's result.
import { checkPairs, checkPictures } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type ServerRules } from "./rules.ts";

export const vllm: ServerRules = {
  name: "vLLM",
  provider: "custom",
  model: "mistralai/Mistral-Small-4-119B-2603",
  base: "/v1",
  path: "/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp"],
  thinks: true,
  check(request, memory) {
    // https://github.com/mistralai/mistral-vibe/issues/578
    for (const [at, { role }] of request.messages.entries())
      if (role === "user" && request.messages[at - 1]?.role === "tool")
        throw new Refused("Unexpected role 'user' after role 'tool'");
    checkPictures(request, vllm.accepts, () => "Failed to load image");
    checkPairs(request, memory, {
      missing: () => "Not the same number of function calls and responses",
      stray: () => "Unexpected tool call id in tool results",
    });
  },
  error: ({ message, status }) => ({ error: { message, type: "BadRequestError", param: null, code: status } }),
  callId: (number, at) => `vL${String(number * 10 + at).padStart(7, "0")}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "mistralai/Mistral-Small-4-119B-2603",
      // The newer name of the field: https://github.com/vllm-project/recipes/pull/311
      reasoning: (text) => halves(text).map((piece) => ({ reasoning: piece })),
      usage: "own chunk",
    }),
};
