// NVIDIA NIM: unknown fields are a problem report, and a stream of calls ends with `[DONE]` alone.
import { checkPairs, checkPictures, PAIR_WORDS, REQUEST_FIELDS, strangersIn } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type ServerRules } from "./rules.ts";

export const nim: ServerRules = {
  name: "NIM",
  provider: "custom",
  model: "nvidia/nemotron-3-super-120b-a12b",
  base: "/v1",
  path: "/v1/chat/completions",
  accepts: [],
  thinks: true,
  check(request, memory) {
    // https://github.com/NVIDIA/garak/issues/748
    const [field] = strangersIn(request, REQUEST_FIELDS);
    if (field !== undefined)
      throw new Refused(`body -> ${field}\n  Extra inputs are not permitted (type=extra_forbidden)`, 422);
    checkPictures(request, [], () => "At most 0 image(s) may be provided in one prompt.");
    checkPairs(request, memory, PAIR_WORDS);
  },
  error: ({ message, status }) => ({
    type: "urn:inference-service:problem-details:unprocessable-entity",
    title: "Unprocessable Entity",
    status,
    detail: message,
    instance: "/v2/nvcf/pexec/functions/0",
  }),
  callId: (number, at) => `chatcmpl-tool-${number}${at}0f35a90f4b3c4d6d`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "nvidia/nemotron-3-super-120b-a12b",
      reasoning: (text) => halves(text).map((piece) => ({ reasoning_content: piece, content: null })),
      isWhole: true,
      toolFinish: null,
      usage: "own chunk",
    }),
};
