// The lists of those who make the models.
import { model, type RecordedList, WEB_PICTURES } from "./recorded-list.ts";

export const makerLists: readonly RecordedList[] = [
  {
    server: "Mistral",
    source: "https://docs.rs/crate/mistral-openapi-client/latest/source/docs/BaseModelCard.md",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: [
          {
            ...model,
            id: "mistral-medium-2508",
            owned_by: "mistralai",
            capabilities: { completion_chat: true, function_calling: true, completion_fim: false, vision: true },
            name: "mistral-medium-2508",
            max_context_length: 131_072,
            aliases: ["mistral-medium-latest"],
            type: "base",
          },
          {
            ...model,
            id: "mistral-medium-latest",
            capabilities: { completion_chat: true, function_calling: true, vision: true },
            name: "mistral-medium-2508",
            max_context_length: 131_072,
          },
          {
            ...model,
            id: "codestral-mamba",
            capabilities: { completion_chat: true, function_calling: false, vision: false },
            max_context_length: 256_000,
          },
          { ...model, id: "mistral-medium-2508", capabilities: { completion_chat: true } },
          { ...model, id: "mistral-ocr-latest", capabilities: { completion_chat: false, ocr: true } },
          { ...model, id: "mistral-embed", capabilities: { completion_chat: false }, max_context_length: 8192 },
        ],
      },
    },
    expected: [
      { id: "mistral-medium-2508", facts: { context_window: 131_072, accepts: WEB_PICTURES, tools: true } },
      { id: "mistral-medium-latest", facts: { context_window: 131_072, accepts: WEB_PICTURES, tools: true } },
      { id: "codestral-mamba", facts: { context_window: 256_000, accepts: [], tools: false } },
    ],
  },
  {
    server: "DeepSeek",
    source: "https://api-docs.deepseek.com/zh-cn/api/list-models.md",
    base: "",
    answers: {
      "/models": {
        object: "list",
        data: [
          {
            id: "deepseek-flash",
            object: "model",
            owned_by: "deepseek",
            name: "DeepSeek-V4.1-Flash",
            context_window: 1_048_576,
            max_output_tokens: 393_216,
            input_modalities: ["text", "image"],
            output_modalities: ["text"],
            effort: { supported_levels: ["low", "high", "max"], default_level: "high" },
          },
          { id: "deepseek-chat", object: "model", owned_by: "deepseek" },
        ],
      },
    },
    expected: [
      {
        id: "deepseek-flash",
        facts: { name: "DeepSeek-V4.1-Flash", context_window: 1_048_576, max_output: 32_768, accepts: WEB_PICTURES },
      },
      { id: "deepseek-chat", facts: {} },
    ],
  },
  {
    server: "Kimi",
    source:
      "https://raw.githubusercontent.com/api-evangelist/kimi-moonshot/refs/heads/main/openapi/kimi-moonshot-models-api-openapi.yml",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: [
          {
            ...model,
            id: "kimi-k2.6",
            owned_by: "moonshot",
            context_length: 262_144,
            supports_image_in: true,
            supports_video_in: true,
            supports_reasoning: true,
          },
          { ...model, id: "moonshot-v1-128k", context_length: 131_072, supports_image_in: false },
        ],
      },
    },
    expected: [
      { id: "kimi-k2.6", facts: { context_window: 262_144, accepts: WEB_PICTURES } },
      { id: "moonshot-v1-128k", facts: { context_window: 131_072, accepts: [] } },
    ],
  },
  {
    server: "GLM",
    source: "https://github.com/NousResearch/hermes-agent/pull/91039",
    base: "/api/paas/v4",
    answers: {
      "/api/paas/v4/models": {
        object: "list",
        data: ["glm-5.1", "glm-4.6v", "embedding-3", "cogview-4", "glm-tts", "glm-asr-2512", "rerank"].map((id) => ({
          ...model,
          id,
          owned_by: "z-ai",
        })),
      },
    },
    expected: [
      { id: "glm-5.1", facts: {} },
      { id: "glm-4.6v", facts: {} },
    ],
  },
  {
    server: "Qwen",
    source: "https://github.com/decolua/9router/pull/3663",
    base: "/compatible-mode/v1",
    answers: {
      "/compatible-mode/v1/models": {
        object: "list",
        data: [
          ...["qwen3-max", "qwen3-vl-plus", "qwen-mt-plus", "text-embedding-v4", "gte-rerank-v2", "qwen3-asr-flash"],
          ...["qwen3-tts-flash", "qwen-image-edit", "wan2.5-t2v", "cosyvoice-v3", "qwen3-omni-flash-realtime"],
        ].map((id) => ({ ...model, id, owned_by: "system" })),
      },
    },
    expected: [
      { id: "qwen3-max", facts: {} },
      { id: "qwen3-vl-plus", facts: {} },
      { id: "qwen-mt-plus", facts: {} },
    ],
  },
];
