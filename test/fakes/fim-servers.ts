// Servers that fill in the middle, on loopback: their paths, their refusals and their streams as they really are.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type FimKind = "ollama" | "llama" | "mistral" | "deepseek" | "vllm";

export interface Behaviour {
  /** What the model says, piece by piece. */
  pieces: readonly string[];
  /** A refusal in the place of an answer. */
  status?: 401 | 429 | 500;
  /** It never ends; or it says nothing at all. */
  never?: "ends" | "begins";
  /** The model does not fill in. */
  cannot?: boolean;
}

export interface FimServer {
  url: string;
  /** `METHOD path`, with the body of each request. */
  requests: { path: string; body: Record<string, unknown>; authorization: string | undefined }[];
  /** Resolves with the time at which a connection was ended by the other side. */
  left: Promise<number>;
}

export const KEY = "sk-fim-very-secret";

export async function fimServer(kind: FimKind, behaviour: Behaviour): Promise<FimServer> {
  const requests: FimServer["requests"] = [];
  const { promise: left, resolve } = Promise.withResolvers<number>();
  const server: Server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) resolve(performance.now());
    });
    void bodyOf(request).then((text) => {
      const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
      const path = `${request.method} ${request.url}`;
      requests.push({ path, body, authorization: request.headers.authorization });
      servers[kind]({ path, body, response, behaviour });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const base = { ollama: "", llama: "/v1", mistral: "/v1", deepseek: "/beta", vllm: "/v1" }[kind];
  return { url: `http://127.0.0.1:${port}${base}`, requests, left };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

interface Exchange {
  path: string;
  body: Record<string, unknown>;
  response: ServerResponse;
  behaviour: Behaviour;
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

/** Each piece as the server writes it, then its end. */
function stream(exchange: Exchange, type: string, piece: (text: string) => string, end: string): void {
  const { response, behaviour } = exchange;
  if (behaviour.never === "begins") return;
  response.writeHead(200, { "content-type": type });
  for (const text of behaviour.pieces) response.write(piece(text));
  if (behaviour.never === undefined) {
    response.end(end);
    return;
  }
  const more = (): void => {
    if (response.destroyed) return;
    response.write(piece(behaviour.pieces.at(-1) ?? "x"));
    setImmediate(more);
  };
  more();
}

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const servers: Record<FimKind, (exchange: Exchange) => void> = {
  /** https://docs.ollama.com/api/generate */
  ollama(exchange) {
    const { path, body, response, behaviour } = exchange;
    const model = String(body.model);
    const head = { model, created_at: "2026-11-18T08:00:00.123456789Z" };
    if (path === "POST /api/show") {
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
  },

  /** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
  llama(exchange) {
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
  },

  /** https://docs.mistral.ai/api/#tag/fim: no field that it does not know. */
  mistral(exchange) {
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
    else if (path !== "POST /v1/fim/completions")
      json(response, 404, { message: "no Route matched with those values" });
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
  },

  /** https://api-docs.deepseek.com/api/create-completion: beside the events, comments that keep the connection open. */
  deepseek(exchange) {
    const { path, body, response, behaviour } = exchange;
    const refuse = (status: number, message: string, type: string): void => {
      json(response, status, { error: { message, type, param: null, code: "invalid_request_error" } });
    };
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
      });
    else
      stream(
        exchange,
        "text/event-stream; charset=utf-8",
        (text) => `: keep-alive\n\n${chunk(text, null)}`,
        `${chunk("", "stop")}data: [DONE]\n\n`,
      );
  },

  /** https://docs.vllm.ai: the model it loaded is its root, and a suffix is refused. */
  vllm(exchange) {
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
  },
};
