// The fake servers refuse what the real ones refuse, in their words, and Galley tells those words.
import { describe, expect, it, onTestFinished } from "vitest";
import { SERVERS } from "../fakes/servers/all.ts";
import { azure } from "../fakes/servers/azure.ts";
import { converseWith } from "../fakes/servers/conversation.ts";
import { deepseek } from "../fakes/servers/deepseek.ts";
import { type FakeServer, startServer } from "../fakes/servers/engine.ts";
import { glm } from "../fakes/servers/glm.ts";
import { groq } from "../fakes/servers/groq.ts";
import { kimi } from "../fakes/servers/kimi.ts";
import { llamaCpp } from "../fakes/servers/llama-cpp.ts";
import { lmStudio } from "../fakes/servers/lm-studio.ts";
import { mistral } from "../fakes/servers/mistral.ts";
import { nim } from "../fakes/servers/nim.ts";
import { ollama } from "../fakes/servers/ollama.ts";
import { openrouter } from "../fakes/servers/openrouter.ts";
import { qwen } from "../fakes/servers/qwen.ts";
import type { ServerRules } from "../fakes/servers/rules.ts";
import { LOOK } from "../fakes/servers/script.ts";
import { vllm } from "../fakes/servers/vllm.ts";

const user = { role: "user", content: LOOK };
const answer = { role: "assistant", content: "Yes." };
const result = { role: "tool", tool_call_id: "abcdefgh1", content: "one" };
const json = JSON.stringify({ path: "elsewhere" });
const call = (more: object = {}, id = "abcdefgh1", input: unknown = json): object => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "read", arguments: input } }],
  ...more,
});
const webp = { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/webp;base64,UklGRg==" } }] };

/** Requests that break a rule, with the words that answer them. */
const BROKEN: readonly [ServerRules, string, readonly object[], object?][] = [
  [deepseek, "must be passed back to the API", [user, call(), result]],
  [deepseek, "must be passed back to the API", [user, call({ reasoning_content: "" }), result]],
  [deepseek, "must be passed back to the API", [user, call({ reasoning_content: "Hm." }), result, answer, user]],
  [deepseek, "unknown variant `image_url`, expected `text`", [webp]],
  [deepseek, "unknown variant `developer`", [{ role: "developer", content: "Be brief." }, user]],
  [kimi, "reasoning_content is missing in assistant tool call message at index 1", [user, call(), result]],
  [kimi, "with role 'assistant' must not be empty", [user, { role: "assistant", content: "" }, user]],
  [glm, "1214", [answer]],
  [qwen, "The content field is a required field", [{ role: "user" }]],
  [mistral, "include_usage", [user], { stream_options: { include_usage: true } }],
  [mistral, "max_completion_tokens", [user], { max_completion_tokens: 10 }],
  [mistral, "reasoning_content", [user, { ...answer, reasoning_content: "Hm." }, user]],
  [mistral, "Tool call id was call_1 but must be", [user, call({}, "call_1"), { ...result, tool_call_id: "call_1" }]],
  [mistral, "Unexpected role 'user' after role 'tool'", [user, call(), result, user]],
  [mistral, "Expected last role User or Tool", [user, answer]],
  [groq, "property 'store' is unsupported", [user], { store: false }],
  [groq, "property 'reasoning_content' is unsupported", [user, { ...answer, reasoning_content: "Hm." }, user]],
  [openrouter, "Unable to process input image", [webp]],
  [azure, "Use 'max_completion_tokens' instead", [user], { max_tokens: 10 }],
  [azure, "string too long", [user, call({}, "x".repeat(41)), { ...result, tool_call_id: "x".repeat(41) }]],
  [azure, "Unknown parameter: 'messages[1].reasoning'", [user, { ...answer, reasoning: "Hm." }, user]],
  [nim, "Extra inputs are not permitted", [user], { reasoning_effort: "low" }],
  [vllm, "Unexpected role 'user' after role 'tool'", [user, call(), result, user]],
  [llamaCpp, "conversation roles must alternate", [user, call(), result, user]],
  [llamaCpp, "Failed to load image or audio file", [webp]],
  [lmStudio, "Invalid 'messages' in payload", [user, call(), { ...result, content: [{ type: "text", text: "one" }] }]],
  [ollama, "cannot unmarshal array", [webp]],
  [ollama, "cannot unmarshal string", [user, call(), result]],
  [ollama, "unsupported image format", [{ ...user, images: ["UklGRg=="] }]],
];

async function started(rules: ServerRules): Promise<FakeServer> {
  const server = await startServer(rules);
  onTestFinished(() => server.close());
  return server;
}

async function post(rules: ServerRules, messages: readonly object[], more: object = {}): Promise<[number, string]> {
  const { origin } = await started(rules);
  const body = JSON.stringify({ model: rules.model, messages, stream: true, ...more });
  const response = await fetch(origin + rules.path, { method: "POST", body });
  return [response.status, await response.text()];
}

describe("a fake server", () => {
  const speaksChat = SERVERS.filter(({ provider }) => provider !== "anthropic");

  it.each(speaksChat)("takes a plain message, and no call without its result: $name", async (rules) => {
    expect((await post(rules, [user]))[0]).toBe(200);
    const input = rules === ollama ? { path: "elsewhere" } : json;
    const open = call(
      { reasoning_content: rules === deepseek || rules === kimi ? "Hm." : undefined },
      "abcdefgh1",
      input,
    );
    expect((await post(rules, [user, open, user]))[0]).toBeGreaterThanOrEqual(400);
  });

  it.each(BROKEN.map(([rules, words, ...sent]) => ({ name: rules.name, rules, words, sent })))(
    "of $name says: $words",
    async ({ rules, words, sent: [messages, more] }) => {
      const [status, body] = await post(rules, messages, more);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.replaceAll('\\"', '"')).toContain(words);
    },
  );
});

describe("a refusal that Galley cannot meet", () => {
  it.each([deepseek, glm, nim])("is told in the words of the server: $name", async (rules) => {
    const server = await started(rules);
    const conversation = converseWith(server);
    conversation.use(server, { accepts: ["image/png"] });
    const answers = await conversation.ask(LOOK, true);
    conversation.close();
    const words = server.refused[0]?.replace(/\s+/g, " ") ?? "nothing refused";
    expect(answers.at(-1)?.metadata.error).toContain(words.replace(/[.]$/, ""));
  });
});
