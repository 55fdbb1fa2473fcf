// DeepSeek: thinking is on by default, and all reasoning of a turn with tools must come back.
import { checkPairs, checkPictures, checkReasoning, idsOf } from "./checks.ts";
import { chunksOf } from "./chunks.ts";
import { openaiError, Refused, type Request, type ServerRules } from "./rules.ts";

export const deepseek: ServerRules = {
  name: "DeepSeek",
  provider: "custom",
  model: "deepseek-v4-pro",
  base: "",
  path: "/chat/completions",
  // https://github.com/yilewang/llm-for-zotero/issues/143
  accepts: [],
  thinks: true,
  check(request, memory) {
    checkRoles(request);
    checkPictures(
      request,
      [],
      (type, at) =>
        `Failed to deserialize the JSON body into the target type: messages[${at}]: unknown variant \`${type}\`, expected \`text\``,
    );
    // https://github.com/BigPizzaV3/CodexPlusPlus/issues/329
    checkPairs(request, memory, {
      missing: () =>
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
      stray: () => "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    });
    checkReasoning(
      request,
      memory,
      ({ reasoning_content }) => reasoning_content,
      () => MUST_RETURN,
    );
    checkTurns(request);
  },
  error: openaiError,
  callId: (number, at) => `call_0${at}_${"0".repeat(20)}${number}`,
  stream: (reply, request) =>
    chunksOf(reply, request, {
      model: "deepseek-v4-pro",
      // The first piece is empty: https://github.com/Oaklight/llm-rosetta/issues/356
      reasoning: (text) => [
        { content: null, reasoning_content: "" },
        { content: null, reasoning_content: text },
      ],
      usage: "with the finish",
      // https://github.com/Wei-Shaw/sub2api/pull/6080
      later: { id: "", name: "" },
    }),
};

const MUST_RETURN = "The `reasoning_content` in the thinking mode must be passed back to the API.";

// https://github.com/decolua/9router/issues/773
function checkRoles({ messages }: Request): void {
  for (const [at, { role }] of messages.entries())
    if (!["system", "user", "assistant", "tool", "latest_reminder"].includes(role))
      throw new Refused(
        `Failed to deserialize the JSON body into the target type: messages[${at}].role: unknown variant \`${role}\``,
      );
}

/**
 * In a turn with tools every answer has reasoning, also one of another server: https://api-docs.deepseek.com/guides/thinking_mode and
 * https://github.com/Astro-Han/pawwork/issues/250. An empty one does not count:
 * https://github.com/NousResearch/hermes-agent/pull/17341
 */
function checkTurns({ messages }: Request): void {
  const turns = messages.flatMap(({ role }, at) => (role === "user" ? [at] : []));
  for (const [index, from] of turns.entries()) {
    const turn = messages.slice(from, turns[index + 1]).filter(({ role }) => role === "assistant");
    if (!turn.some((message) => idsOf(message).length > 0)) continue;
    if (turn.some(({ reasoning_content = "" }) => reasoning_content === "")) throw new Refused(MUST_RETURN);
  }
}
