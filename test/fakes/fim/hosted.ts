// Servers of OpenAI's kind: Mistral, DeepSeek and vLLM.
import { event, type Exchange, json, stream } from "./exchange.ts";

/** https://docs.mistral.ai/api/#tag/fim: no field that it does not know. */
export function mistral(exchange: Exchange): void {
  const { path, body, response, behaviour } = exchange;
  const known = [
    "model",
    "prompt",
    "suffix",
    "max_tokens",
    "min_tokens",
    "temperature",
    "top_p",
    "stop",
    "stream",
    "random_seed",
  ];
  const stranger = Object.keys(body).find((name) => !known.includes(name));
  const chunk = (delta: object, finish_reason: string | null): string =>
    event({
      id: "cmpl-e5cc70bb28c444948073e77776eb30ef",
      object: "chat.completion.chunk",
      created: 1_763_452_800,
      model: "codestral-latest",
      choices: [{ index: 0, delta, finish_reason }],
    });
  if (path === "GET /v1/models")
    json(response, 200, {
      object: "list",
      data: [
        {
          id: "codestral-latest",
          object: "model",
          owned_by: "mistralai",
          capabilities: { completion_chat: true, completion_fim: behaviour.cannot !== true, function_calling: true },
        },
      ],
    });
  else if (path !== "POST /v1/fim/completions") json(response, 404, { message: "no Route matched with those values" });
  else if (behaviour.status === 401) json(response, 401, { detail: "Unauthorized" });
  else if (behaviour.status === 429)
    json(response, 429, {
      object: "error",
      message: "Rate limit exceeded",
      type: "rate_limited",
      param: null,
      code: "1300",
    });
  else if (behaviour.status === 500)
    json(response, 500, {
      object: "error",
      message: "Service unavailable.",
      type: "internal_server_error",
      param: null,
      code: "3700",
    });
  else if (stranger !== undefined)
    json(response, 422, {
      object: "error",
      message: {
        detail: [{ type: "extra_forbidden", loc: ["body", stranger], msg: "Extra inputs are not permitted" }],
      },
      type: "invalid_request_error",
      param: null,
      code: null,
    });
  else
    stream(
      exchange,
      "text/event-stream",
      (content) => chunk({ role: "assistant", content }, null),
      `${chunk({ content: "" }, "stop")}data: [DONE]\n\n`,
    );
}

/** https://api-docs.deepseek.com/api/create-completion: beside the events, comments that keep the connection open. */
export function deepseek(exchange: Exchange): void {
  const { path, body, response, behaviour } = exchange;
  const refuse = (status: number, message: string, type: string): void => {
    json(response, status, { error: { message, type, param: null, code: "invalid_request_error" } });
  };
  const read = wordsIn(body.prompt) + (behaviour.ignoresSuffix === true ? 0 : wordsIn(body.suffix));
  const chunk = (text: string, finish_reason: string | null): string =>
    event({
      id: "5b1a",
      choices: [{ text, index: 0, logprobs: null, finish_reason }],
      created: 1_763_452_800,
      model: "deepseek-chat",
      system_fingerprint: "fp_1",
      object: "text_completion",
    });
  if (path === "GET /beta/models")
    json(response, 200, { object: "list", data: [{ id: "deepseek-chat", object: "model", owned_by: "deepseek" }] });
  else if (path !== "POST /beta/completions") refuse(404, "Not Found", "invalid_request_error");
  else if (behaviour.status === 401) refuse(401, "Authentication Fails (no such user)", "authentication_error");
  else if (behaviour.status === 429) refuse(429, "Rate limit reached", "rate_limit_error");
  else if (behaviour.status === 500) refuse(500, "Internal Server Error", "server_error");
  else if (Array.isArray(body.stop) && body.stop.length > 16) refuse(400, "stop: too many", "invalid_request_error");
  else if (body.stream !== true)
    json(response, 200, {
      id: "5b1a",
      choices: [{ text: "b", index: 0, finish_reason: "length" }],
      object: "text_completion",
      usage: { prompt_tokens: read, completion_tokens: 1, total_tokens: read + 1 },
    });
  else
    stream(
      exchange,
      "text/event-stream; charset=utf-8",
      (text) => `: keep-alive\n\n${chunk(text, null)}`,
      `${chunk("", "stop")}data: [DONE]\n\n`,
    );
}

function wordsIn(text: unknown): number {
  return typeof text === "string" ? text.split(/\s+/).length : 0;
}

/** https://docs.vllm.ai: the model it loaded is its root, and a suffix is refused. */
export function vllm(exchange: Exchange): void {
  const { path, body, response, behaviour } = exchange;
  const refuse = (code: number, message: string, type: string): void => {
    json(response, code, { object: "error", message, type, param: null, code });
  };
  const chunk = (text: string, finish_reason: string | null): string =>
    event({
      id: "cmpl-1",
      object: "text_completion",
      created: 1_763_452_800,
      model: "coder",
      choices: [{ index: 0, text, logprobs: null, finish_reason, stop_reason: null }],
      usage: null,
    });
  if (path === "GET /v1/models")
    json(response, 200, {
      object: "list",
      data: [
        {
          id: "coder",
          object: "model",
          owned_by: "vllm",
          root: behaviour.cannot === true ? "meta/Llama-3" : "Qwen/Qwen2.5-Coder-7B",
          max_model_len: 32_768,
        },
      ],
    });
  else if (path !== "POST /v1/completions") json(response, 404, { detail: "Not Found" });
  else if (behaviour.status === 401) json(response, 401, { error: "Unauthorized" });
  else if (behaviour.status === 429) refuse(429, "Too many requests", "RateLimitError");
  else if (behaviour.status === 500) refuse(500, "Internal Server Error", "InternalServerError");
  else if (body.suffix !== undefined) refuse(400, "suffix is not currently supported", "BadRequestError");
  else if (body.stream !== true)
    json(response, 200, {
      id: "cmpl-1",
      object: "text_completion",
      choices: [{ index: 0, text: "b", finish_reason: "length" }],
    });
  else
    stream(
      exchange,
      "text/event-stream; charset=utf-8",
      (text) => chunk(text, null),
      `${chunk("", "stop")}data: [DONE]\n\n`,
    );
}
