// The lists of servers that people run themselves.
import { LOCAL_PICTURES, model, type RecordedList } from "./recorded-list.ts";

export const localLists: readonly RecordedList[] = [
  {
    server: "vLLM",
    source: "https://github.com/modal-labs/modal-examples/issues/843",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: [
          {
            ...model,
            id: "meta-llama/Meta-Llama-3.1-8B-Instruct",
            owned_by: "vllm",
            root: "meta-llama/Meta-Llama-3.1-8B-Instruct",
            parent: null,
            max_model_len: 8096,
            permission: [{ id: "modelperm-7c4c", object: "model_permission", group: null }],
          },
          {
            ...model,
            id: "my-lora",
            owned_by: "vllm",
            parent: "meta-llama/Meta-Llama-3.1-8B-Instruct",
            max_model_len: null,
          },
        ],
      },
    },
    expected: [
      { id: "meta-llama/Meta-Llama-3.1-8B-Instruct", facts: { context_window: 8096 } },
      { id: "my-lora", facts: {} },
    ],
  },
  {
    server: "LM Studio",
    source: "https://github.com/zed-industries/zed/pull/25606, https://github.com/agustif/opencode-lmstudio/issues/21",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: ["google/gemma-4-26b-a4b", "gemma-3-4b-it", "qwen3-8b", "text-embedding-nomic-embed-text-v1.5"].map(
          (id) => ({
            id,
            object: "model",
            owned_by: "organization_owner",
          }),
        ),
      },
      "/api/v0/models": {
        object: "list",
        data: [
          {
            id: "google/gemma-4-26b-a4b",
            type: "vlm",
            state: "loaded",
            max_context_length: 262_144,
            loaded_context_length: 200_000,
            capabilities: ["tool_use"],
          },
          {
            id: "gemma-3-4b-it",
            type: "vlm",
            state: "loaded",
            max_context_length: 131_072,
            loaded_context_length: 4096,
          },
          { id: "qwen3-8b", type: "llm", state: "not-loaded", max_context_length: 32_768 },
          { id: "text-embedding-nomic-embed-text-v1.5", type: "embeddings", state: "not-loaded" },
        ],
      },
    },
    expected: [
      { id: "google/gemma-4-26b-a4b", facts: { context_window: 200_000, accepts: LOCAL_PICTURES, tools: true } },
      { id: "gemma-3-4b-it", facts: { context_window: 4096, accepts: LOCAL_PICTURES } },
      { id: "qwen3-8b", facts: { context_window: 32_768, accepts: [] } },
    ],
    alsoAsked: "/api/v0/models",
  },
  {
    server: "LM Studio without its own list",
    source: "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2139",
    base: "/v1",
    answers: {
      "/v1/models": { data: [{ id: "google/gemma-4-12b-qat", object: "model", owned_by: "organization_owner" }] },
      "/api/v0/models": 500,
    },
    expected: [{ id: "google/gemma-4-12b-qat", facts: {} }],
    alsoAsked: "/api/v0/models",
  },
  {
    server: "llama.cpp that tells its window",
    source:
      "https://github.com/1ay1/agentty/issues/49, https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md",
    base: "/v1",
    answers: {
      "/v1/models": {
        models: [{ name: "qwen3-0.6b", capabilities: ["completion"] }],
        object: "list",
        data: [
          {
            ...model,
            id: "../models/qwen3-0.6b.gguf",
            owned_by: "llamacpp",
            architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
            meta: { vocab_type: 2, n_ctx: 8192, n_ctx_train: 40_960 },
          },
        ],
      },
    },
    expected: [{ id: "../models/qwen3-0.6b.gguf", facts: { context_window: 8192, accepts: LOCAL_PICTURES } }],
  },
  {
    server: "llama.cpp of an earlier version",
    source: "https://mvysny.github.io/llama-server-endpoints/",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: [{ ...model, id: "unsloth/Qwen3.6-35B-A3B-GGUF", owned_by: "llamacpp", meta: { n_ctx_train: 262_144 } }],
      },
      "/props": {
        default_generation_settings: { id: 0, n_ctx: 65_536, params: {} },
        total_slots: 4,
        modalities: { vision: true, audio: false },
      },
    },
    expected: [{ id: "unsloth/Qwen3.6-35B-A3B-GGUF", facts: { context_window: 65_536, accepts: LOCAL_PICTURES } }],
    alsoAsked: "/props",
  },
  {
    server: "llama.cpp while it loads, as a router",
    source: "https://github.com/1ay1/agentty/issues/49",
    base: "/v1",
    answers: {
      "/v1/models": { data: [{ ...model, id: "qwen", owned_by: "llamacpp", meta: null }] },
      "/props": { role: "router", default_generation_settings: { n_ctx: 0 }, modalities: { vision: false } },
    },
    expected: [{ id: "qwen", facts: {} }],
    alsoAsked: "/props",
  },
];
