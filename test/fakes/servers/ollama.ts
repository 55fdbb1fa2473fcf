// Ollama over its own API: content is a text, arguments are an object, and thinking returns with the calls it led to.
import { checkReasoning, idsOf, partsOf } from "./checks.ts";
import { halves } from "./chunks.ts";
import { Refused, type Reply, type Request, type ServerRules } from "./rules.ts";

export const ollama: ServerRules = {
  name: "Ollama",
  provider: "ollama",
  model: "qwen3-vl:8b",
  base: "",
  path: "/api/chat",
  accepts: ["image/png", "image/jpeg", "image/webp"],
  thinks: true,
  check(request, memory) {
    checkTypes(request);
    checkResults(request);
    // https://docs.ollama.com/capabilities/thinking
    checkReasoning(
      request,
      memory,
      ({ thinking }) => thinking,
      (at) => `messages[${at}]: thinking must be passed back with tool calls`,
    );
  },
  error: ({ message }) => ({ error: message }),
  callId: (number, at) => `call_o${number}${at}`,
  stream: (reply) => lines(reply).map((line) => `${JSON.stringify(line)}\n`),
};

/** https://github.com/ollama/ollama/issues/6451 and https://github.com/aliasrobotics/cai/issues/76 */
function checkTypes({ messages }: Request): void {
  for (const message of messages) {
    if (partsOf(message).length > 0)
      throw new Refused(
        "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
      );
    for (const call of message.tool_calls ?? [])
      if (typeof call.function.arguments !== "object")
        throw new Refused(
          "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments",
        );
    // https://github.com/rikkichy/ollama-telegram/pull/35
    if (message.images?.some((image) => !image.startsWith("iVBORw0KGgo")))
      throw new Refused("unsupported image format");
  }
}

/** As many results as calls, each with the name of its tool: https://docs.ollama.com/capabilities/tool-calling */
function checkResults({ messages }: Request): void {
  for (const [at, message] of messages.entries()) {
    const wanted = idsOf(message).length;
    const results = messages.slice(at + 1, at + 1 + wanted);
    if (
      results.length < wanted ||
      results.some(({ role, tool_name }) => role !== "tool" || typeof tool_name !== "string")
    )
      throw new Refused(`messages[${at}]: each tool call needs a result with its tool_name`);
  }
}

function lines({ number, reasoning, text, calls, holds }: Reply): object[] {
  const head = { model: "qwen3-vl:8b", created_at: `2026-11-18T00:00:${String(number % 60).padStart(2, "0")}Z` };
  const line = (message: object): object => ({
    ...head,
    message: { role: "assistant", content: "", ...message },
    done: false,
  });
  const said = [
    ...halves(reasoning).map((thinking) => line({ thinking })),
    ...halves(text).map((content) => line({ content })),
    ...calls.map(({ id, name, path }, index) =>
      line({ tool_calls: [{ id, function: { index, name, arguments: { path } } }] }),
    ),
  ];
  if (holds) return said;
  const counts = { prompt_eval_count: 100, eval_count: 20 };
  return [
    ...said,
    { ...head, message: { role: "assistant", content: "" }, done: true, done_reason: "stop", ...counts },
  ];
}
