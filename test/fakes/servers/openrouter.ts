// OpenRouter in front of Gemini: the details of reasoning return as they came, or the provider behind it refuses.
import { checkPairs, checkPictures, ownReply, PAIR_WORDS } from "./checks.ts";
import { chunksOf } from "./chunks.ts";
import { type Memory, Refused, type Reply, type Request, type ServerRules } from "./rules.ts";

export const openrouter: ServerRules = {
  name: "OpenRouter",
  provider: "custom",
  model: "google/gemini-3-pro-preview",
  base: "/api/v1",
  path: "/api/v1/chat/completions",
  accepts: ["image/png", "image/jpeg", "image/webp"],
  thinks: true,
  check(request, memory) {
    checkPictures(request, openrouter.accepts, () => "Unable to process input image.");
    checkPairs(request, memory, PAIR_WORDS);
    checkDetails(request, memory);
  },
  // The provider's own sentence stands in the metadata: https://github.com/massgen/MassGen/issues/624
  error: ({ message, status }) => ({
    error: {
      message: "Provider returned error",
      code: status,
      metadata: { raw: message, provider_name: "Google AI Studio" },
    },
  }),
  callId: (number, at) => `tool_0_read_${"x".repeat(30)}${number}${at}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "google/gemini-3-pro-preview",
      reasoning: (text) => [
        { content: "", reasoning: text, reasoning_details: [thought(text)] },
        { content: "", reasoning_details: [seal(reply)] },
      ],
      before: [": OPENROUTER PROCESSING\n\n", ": OPENROUTER PROCESSING\n\n"],
      choice: { native_finish_reason: null, logprobs: null },
      isWhole: true,
      usage: "own chunk",
    }),
};

const thought = (text: string): object => ({ type: "reasoning.text", text, format: "google-gemini-v1", index: 0 });

const seal = ({ number, calls: [call] }: Reply): object => ({
  type: "reasoning.encrypted",
  data: `sealed by OpenRouter ${number}`,
  id: call?.id ?? `r${number}`,
  format: "google-gemini-v1",
  index: 1,
});

/** https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks */
function checkDetails({ messages }: Request, memory: Memory): void {
  for (const [at, message] of messages.entries()) {
    const own = ownReply(message, memory);
    if (own === undefined) continue;
    const wanted = JSON.stringify([thought(own.reasoning), seal(own)]);
    if (JSON.stringify(message.reasoning_details) === wanted) continue;
    throw new Refused(
      `Gemini models require OpenRouter reasoning details to be preserved in each request. Function call is missing a thought_signature in functionCall parts, position ${at}.`,
    );
  }
}
