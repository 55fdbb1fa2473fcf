// llama.cpp with Devstral: the template of the model demands that user and assistant take turns.
import { checkEmpty, checkPairs, checkPictures, idsOf, PAIR_WORDS } from "./checks.ts";
import { chunksOf, halves } from "./chunks.ts";
import { Refused, type Request, type ServerRules } from "./rules.ts";

export const llamaCpp: ServerRules = {
  name: "llama.cpp",
  provider: "custom",
  model: "devstral-small-2",
  base: "/v1",
  path: "/v1/chat/completions",
  // No WebP: https://github.com/cline/cline/issues/8977
  accepts: ["image/png", "image/jpeg"],
  thinks: true,
  check(request, memory) {
    // https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp
    checkEmpty(request, () => "Assistant message must contain either 'content' or 'tool_calls'!");
    checkPictures(request, llamaCpp.accepts, () => "Failed to load image or audio file");
    checkPairs(request, memory, PAIR_WORDS);
    checkTurns(request);
  },
  error: ({ message, status }) => ({
    error: { code: status, message, type: status === 500 ? "server_error" : "invalid_request_error" },
  }),
  callId: (number, at) => `${number}${at}kPq9Zr3XcVbNmAsDfGhJkLqWeRtYuIo`.slice(0, 32),
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "devstral-small-2",
      reasoning: (text) => halves(text).map((piece) => ({ reasoning_content: piece })),
      usage: "own chunk",
    }),
};

/** Calls and results do not count: https://github.com/ggml-org/llama.cpp/issues/19851 */
function checkTurns({ messages }: Request): void {
  const counted = messages.filter(
    (message) => ["user", "assistant"].includes(message.role) && idsOf(message).length === 0,
  );
  for (const [at, { role }] of counted.entries())
    if ((role === "user") !== (at % 2 === 0))
      throw new Refused(
        `\n------------\nWhile executing CallExpression at line 189, column 32 in source:\n...== 0) %}↵            {{- raise_exception('After the optional system message, con...\n${" ".repeat(70)}^\nError: Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.`,
        500,
      );
}
