// Servers that people run themselves: Ollama and llama.cpp.
import { event, type Exchange, json, stream } from "./exchange.ts";

/** https://docs.ollama.com/api/generate */
export function ollama(exchange: Exchange): void {
  const { path, body, response, behaviour } = exchange;
  const model = String(body.model);
  const head = { model, created_at: "2026-11-18T08:00:00.123456789Z" };
  if (path === "GET /api/tags")
    json(response, 200, {
      models: [{ name: "coder:1.5b", model: "coder:1.5b", size: 986_061_892, digest: "d7372fd82851", details: {} }],
    });
  else if (path === "POST /api/show") {
    if (model === "none") json(response, 404, { error: `model '${model}' not found` });
    else
      json(response, 200, {
        details: { parent_model: "", format: "gguf", family: "qwen2", families: ["qwen2"], parameter_size: "1.5B" },
        model_info: { "general.architecture": "qwen2", "qwen2.context_length": 32_768 },
        capabilities: behaviour.cannot === true ? ["completion"] : ["completion", "insert"],
      });
  } else if (path !== "POST /api/generate") json(response, 404, { error: "404 page not found" });
  else if (behaviour.status === 401) json(response, 401, { error: "unauthorized" });
  else if (behaviour.status === 429) json(response, 429, { error: "too many requests" }, { "retry-after": "7" });
  else if (behaviour.status === 500)
    json(response, 500, { error: "llama runner process has terminated: exit status 2" });
  else if (behaviour.cannot === true && body.suffix !== "")
    // https://github.com/ollama/ollama/issues/12425
    json(response, 400, { error: `registry.ollama.ai/library/${model} does not support insert` });
  else
    stream(
      exchange,
      "application/x-ndjson",
      (text) => `${JSON.stringify({ ...head, response: text, done: false })}\n`,
      `${JSON.stringify({ ...head, response: "", done: true, done_reason: "stop", context: [1, 2], total_duration: 5, load_duration: 1, prompt_eval_count: 26, prompt_eval_duration: 1, eval_count: 9, eval_duration: 1 })}\n`,
    );
}

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
export function llama(exchange: Exchange): void {
  const { path, body, response, behaviour } = exchange;
  const refuse = (code: number, message: string, type: string): void => {
    json(response, code, { error: { code, message, type } });
  };
  if (path === "GET /props")
    json(response, 200, {
      default_generation_settings: { n_ctx: 8192 },
      total_slots: 1,
      model_path: "m.gguf",
      chat_template: "",
    });
  else if (path !== "POST /infill") refuse(404, "File Not Found", "not_found_error");
  else if (behaviour.status === 401) refuse(401, "Invalid API Key", "authentication_error");
  else if (behaviour.status === 429) refuse(429, "too many requests", "rate_limit_error");
  else if (behaviour.status === 500) refuse(500, "Failed to decode", "server_error");
  else if (behaviour.cannot === true)
    refuse(
      501,
      "Infill is not supported by this model: prefix token is missing. suffix token is missing. middle token is missing. ",
      "not_supported_error",
    );
  else if (typeof body.input_prefix !== "string") refuse(400, '"input_prefix" is required', "invalid_request_error");
  else if (typeof body.input_suffix !== "string") refuse(400, '"input_suffix" is required', "invalid_request_error");
  else if (body.stream !== true)
    json(response, 200, { index: 0, content: "", tokens: [], stop: true, stop_type: "limit" });
  else
    stream(
      exchange,
      "text/event-stream",
      (content) =>
        event({
          index: 0,
          content,
          tokens: [220],
          stop: false,
          id_slot: -1,
          tokens_predicted: 1,
          tokens_evaluated: 12,
        }),
      event({
        index: 0,
        content: "",
        tokens: [],
        id_slot: 0,
        stop: true,
        model: "m.gguf",
        tokens_predicted: 9,
        tokens_evaluated: 12,
        has_new_line: false,
        truncated: false,
        stop_type: "eos",
        stopping_word: "",
        tokens_cached: 20,
      }),
    );
}
