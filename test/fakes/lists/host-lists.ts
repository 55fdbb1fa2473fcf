// The lists of hosts that serve the models of others.
import { model, type RecordedList, WEB_PICTURES } from "./recorded-list.ts";

export const hostLists: readonly RecordedList[] = [
  {
    server: "OpenRouter",
    source: "https://openrouter.ai/docs/models",
    base: "/api/v1",
    answers: {
      "/api/v1/models": {
        data: [
          {
            id: "anthropic/claude-sonnet-4.6",
            name: "Anthropic: Claude Sonnet 4.6",
            context_length: 1_000_000,
            architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
            top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: true },
            per_request_limits: null,
            supported_parameters: ["max_tokens", "tools", "tool_choice"],
          },
          {
            id: "mistralai/mistral-nemo",
            name: "Mistral Nemo",
            context_length: 131_072,
            architecture: { input_modalities: ["text"], output_modalities: ["text"] },
            top_provider: { context_length: null, max_completion_tokens: 16_384 },
            supported_parameters: ["temperature"],
          },
          { id: "openrouter/auto", context_length: 2_000_000, architecture: { output_modalities: ["text", "image"] } },
          { id: "google/gemini-2.5-flash-image", architecture: { output_modalities: ["image", "text"] } },
          { id: "acme/draws", architecture: { input_modalities: ["text"], output_modalities: ["image"] } },
        ],
      },
    },
    expected: [
      {
        id: "anthropic/claude-sonnet-4.6",
        facts: {
          name: "Anthropic: Claude Sonnet 4.6",
          context_window: 200_000,
          max_output: 32_768,
          accepts: WEB_PICTURES,
          tools: true,
        },
      },
      {
        id: "mistralai/mistral-nemo",
        facts: { name: "Mistral Nemo", context_window: 131_072, max_output: 16_384, accepts: [], tools: false },
      },
      { id: "openrouter/auto", facts: { context_window: 2_000_000 } },
    ],
  },
  {
    server: "Groq",
    source: "https://github.com/anomalyco/models.dev/pull/1276",
    base: "/openai/v1",
    answers: {
      "/openai/v1/models": {
        object: "list",
        data: [
          {
            ...model,
            id: "meta-llama/llama-4-scout-17b-16e-instruct",
            owned_by: "Meta",
            active: true,
            context_window: 131_072,
            public_apps: null,
            max_completion_tokens: 8192,
          },
          {
            ...model,
            id: "llama-3.1-8b-instant",
            active: true,
            context_window: 131_072,
            max_completion_tokens: 131_072,
          },
          { ...model, id: "retired-70b", active: false, context_window: 8192 },
          {
            ...model,
            id: "meta-llama/llama-prompt-guard-2-86m",
            active: true,
            context_window: 512,
            max_completion_tokens: 512,
          },
          { ...model, id: "whisper-large-v3-turbo", active: true, context_window: 448, max_completion_tokens: 448 },
          { ...model, id: "canopylabs/orpheus-v1-english", active: true },
          { ...model, id: "playai-tts", active: true },
        ],
      },
    },
    expected: [
      { id: "meta-llama/llama-4-scout-17b-16e-instruct", facts: { context_window: 131_072, max_output: 8192 } },
      { id: "llama-3.1-8b-instant", facts: { context_window: 131_072, max_output: 32_768 } },
    ],
  },
  {
    server: "Together",
    source: "https://docs.together.ai/reference/models",
    base: "/v1",
    answers: {
      "/v1/models": [
        {
          ...model,
          id: "meta-llama/Llama-3.3-70B-Instruct-Turbo",
          type: "chat",
          display_name: "Llama 3.3 70B Turbo",
          context_length: 131_072,
          pricing: { hourly: 0, input: 0.88 },
        },
        { ...model, id: "black-forest-labs/schnell", type: "image", display_name: "Schnell" },
        { ...model, id: "togethercomputer/m2-bert-80M-8k", type: "embedding", context_length: 8192 },
        { ...model, id: "Salesforce/LlamaRank", type: "rerank" },
        { ...model, id: "meta-llama/VirtueCheck", type: "moderation" },
      ],
    },
    expected: [
      {
        id: "meta-llama/Llama-3.3-70B-Instruct-Turbo",
        facts: { name: "Llama 3.3 70B Turbo", context_window: 131_072 },
      },
    ],
  },
  {
    server: "Fireworks",
    source: "https://github.com/simonw/llm-fireworks/pull/4",
    base: "/inference/v1",
    answers: {
      "/inference/v1/models": {
        object: "list",
        data: [
          {
            ...model,
            id: "accounts/fireworks/models/kimi-k2p5",
            owned_by: "fireworks",
            kind: "HF_BASE_MODEL",
            supports_chat: true,
            supports_image_input: true,
            supports_tools: true,
            context_length: 262_144,
          },
          {
            ...model,
            id: "accounts/fireworks/models/mixtral-8x22b-instruct",
            supports_chat: true,
            supports_image_input: false,
            supports_tools: false,
            context_length: 65_536,
          },
          { ...model, id: "accounts/fireworks/models/kontext-max", kind: "FLUMINA_BASE_MODEL", supports_chat: false },
        ],
      },
    },
    expected: [
      {
        id: "accounts/fireworks/models/kimi-k2p5",
        facts: { context_window: 262_144, accepts: WEB_PICTURES, tools: true },
      },
      {
        id: "accounts/fireworks/models/mixtral-8x22b-instruct",
        facts: { context_window: 65_536, accepts: [], tools: false },
      },
    ],
  },
  {
    server: "Azure",
    source: "https://learn.microsoft.com/en-us/rest/api/azureopenai/models/list",
    base: "/openai/v1",
    answers: {
      "/openai/v1/models": {
        data: [
          {
            id: "gpt-4.1",
            object: "model",
            status: "succeeded",
            capabilities: { fine_tune: false, inference: true, chat_completion: true, embeddings: false },
            lifecycle_status: "generally-available",
          },
          { id: "curie", object: "model", capabilities: { completion: true, chat_completion: false } },
        ],
      },
    },
    expected: [{ id: "gpt-4.1", facts: {} }],
  },
  {
    server: "NIM",
    source: "https://docs.nvidia.com/nim/harmonizer/openapi/available-models-v-1-models-get",
    base: "/v1",
    answers: {
      "/v1/models": {
        object: "list",
        data: [
          ...["meta/llama-3.1-70b-instruct", "nvidia/llama-3.2-nv-embedqa-1b-v2", "nvidia/nvclip", "baai/bge-m3"],
          ...["nvidia/parakeet-ctc-1.1b-asr", "meta/llama-guard-4-12b", "nvidia/llama-3.2-nv-rerankqa-1b-v2"],
        ].map((id) => ({ ...model, id, owned_by: "nvidia" })),
      },
    },
    expected: [{ id: "meta/llama-3.1-70b-instruct", facts: {} }],
  },
];
