// LM Studio: the result of a tool is a text, and content is a text or a list of known parts.
import { checkPairs, checkPictures, PAIR_WORDS, partsOf } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type ServerRules } from "./rules.ts";

export const lmStudio: ServerRules = {
  name: "LM Studio",
  provider: "custom",
  model: "qwen/qwen3-vl-8b",
  base: "/v1",
  path: "/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp"],
  thinks: true,
  check(request, memory) {
    for (const message of request.messages) {
      // https://github.com/QwenLM/qwen-code/issues/3616
      if (message.role === "tool" && typeof message.content !== "string")
        throw new Refused(
          "Invalid 'messages' in payload. Please check the structure of your 'messages' and try again.",
        );
      if (partsOf(message).some(({ type }) => !["text", "image_url"].includes(type)))
        throw new Refused(
          "Invalid 'content': 'content' objects must have a 'type' field that is either 'text' or 'image_url'.",
        );
    }
    checkPictures(request, lmStudio.accepts, () => "Invalid image detected");
    checkPairs(request, memory, PAIR_WORDS);
  },
  error: ({ message }) => ({ error: message }),
  callId: (number, at) => String(366_000_000 + number * 10 + at),
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "qwen/qwen3-vl-8b",
      // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/378
      reasoning: (text) => halves(text).map((piece) => ({ role: "assistant", reasoning_content: piece })),
      usage: "own chunk",
    }),
};
