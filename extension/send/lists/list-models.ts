// The models a provider says it has: a cheap call, which also tells whether the key is good.
import * as z from "zod/mini";
import type { Failure } from "../message/failure.ts";
import type { ModelFacts } from "../providers/model-table.ts";
import { JsonMeter } from "../stream/json-meter.ts";
import { addressOf, originOf, type Provider } from "../providers/provider.ts";
import { readBounded } from "../stream/read-bounded.ts";
import type { Access } from "./access.ts";
import { noAddressFailure } from "./failures/endings.ts";
import { networkFailure } from "./failures/network.ts";
import { partyOf } from "./failures/party.ts";
import { refusalFailure } from "./failures/refusal.ts";
import { hiding } from "../message/secrets.ts";
import type { Refused } from "./line/line.ts";
import { redirectOf } from "./line/redirect.ts";

/** What the list tells of a model; the table knows the rest. */
export interface Listed {
  id: string;
  facts: Partial<ModelFacts>;
}

export type ModelList = { ok: true; models: Listed[] } | { ok: false; failure: Failure };

const PATIENCE_MS = 5_000;

/** The longest lists there are have a tenth of it. */
const LIST_BYTES = 8 * 1024 * 1024;
const LIST_WEIGHT = { members: 60_000, items: 200_000, depth: 100 };
const REFUSAL_CHARACTERS = 20_000;

/** Each model of Ollama's is asked about on its own. */
const MOST_ASKED = 200;

/** More than this is not asked of a model in one answer, whatever it could give. */
const MOST_OUTPUT = 32_768;

/** Larger windows cost memory that most machines do not have; the settings may say otherwise. */
const OLLAMA_WINDOW = 32_768;

/** Never rejects. */
export async function listModels(provider: Provider, access: Access, signal?: AbortSignal): Promise<ModelList> {
  const party = partyOf(access, "");
  const address = addressOf(provider, access.baseUrl);
  if (address === undefined || originOf(provider, address) === undefined)
    return { ok: false, failure: noAddressFailure(party) };
  const within = AbortSignal.timeout(PATIENCE_MS);
  const ask: Ask = async (url, init = {}) => {
    const both = signal ? AbortSignal.any([signal, within]) : within;
    // Followed, a redirect would take the key to another host.
    const response = await access.fetch(url, { ...init, signal: both, redirect: "manual" });
    const { status } = response;
    const redirect = redirectOf(response, url);
    if (redirect !== undefined) throw new Refusal({ status, body: "", redirect });
    const text = await readList(response);
    if (!response.ok) throw new Refusal({ status, body: hiding(access.key)(text.slice(0, REFUSAL_CHARACTERS)) });
    const list: unknown = JSON.parse(text);
    return list;
  };
  try {
    return { ok: true, models: await lists[provider](ask, address, access.key) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, failure: refusalFailure(error.refused, party) };
    return { ok: false, failure: networkFailure(error, party) };
  }
}

/** Rejects when it is more than can be read. */
async function readList({ body, ok }: Response): Promise<string> {
  const { bytes, isWhole } = await readBounded(body, { bytes: LIST_BYTES, ms: PATIENCE_MS });
  if (ok && !isWhole) throw new Error("the list is incomplete");
  if (ok && !new JsonMeter(LIST_WEIGHT).add(bytes)) throw new Error("the list has too many values");
  return new TextDecoder().decode(bytes);
}

type Ask = (url: string, init?: RequestInit) => Promise<unknown>;

class Refusal extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.body);
    this.refused = refused;
  }
}

const lists: Readonly<Record<Provider, (ask: Ask, address: string, key?: string) => Promise<Listed[]>>> = {
  anthropic: async (ask, address, key = "") => {
    const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
    const { data } = AnthropicList.parse(await ask(`${address}/v1/models?limit=100`, { headers }));
    return data.filter(({ lifecycle }) => lifecycle !== "retired").map(fromAnthropic);
  },
  openai: async (ask, address, key = "") => {
    const answer = await ask(`${address}/models`, { headers: { authorization: `Bearer ${key}` } });
    return OpenaiList.parse(answer)
      .data.filter(({ id }) => CHATS.test(id) && !OTHERS.test(id))
      .map(({ id }) => ({ id, facts: {} }));
  },
  custom: async (ask, address, key) => {
    const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return OpenaiList.parse(await ask(`${address}/models`, { headers })).data.map(fromCompatible);
  },
  gemini: async (ask, address, key = "") => {
    const answer = await ask(`${address}/v1beta/models?pageSize=200`, { headers: { "x-goog-api-key": key } });
    return GeminiList.parse(answer)
      .models.filter(({ supportedGenerationMethods: methods }) => methods.includes("generateContent"))
      .map(fromGemini);
  },
  ollama: async (ask, address) => {
    const { models } = OllamaList.parse(await ask(`${address}/api/tags`));
    return Promise.all(
      models.slice(0, MOST_ASKED).map(async ({ name }) => {
        const init = { method: "POST", body: JSON.stringify({ model: name }) };
        return fromOllama(name, OllamaModel.parse(await ask(`${address}/api/show`, init)));
      }),
    );
  },
};

const Supported = z.nullish(z.object({ supported: z.boolean() }));

const AnthropicModel = z.object({
  id: z.string(),
  display_name: z.nullish(z.string()),
  lifecycle: z.nullish(z.string()),
  max_input_tokens: z.nullish(z.int()),
  max_tokens: z.nullish(z.int()),
  capabilities: z.nullish(
    z.object({
      image_input: Supported,
      pdf_input: Supported,
      thinking: z.nullish(
        z.object({ supported: z.boolean(), types: z.nullish(z.object({ adaptive: Supported, enabled: Supported })) }),
      ),
    }),
  ),
});
const AnthropicList = z.object({ data: z.array(AnthropicModel) });

function fromAnthropic(model: z.infer<typeof AnthropicModel>): Listed {
  const { id, display_name, max_input_tokens, max_tokens, capabilities } = model;
  const thinks = capabilities?.thinking?.types;
  const reasoning =
    thinks?.adaptive?.supported === true ? "adaptive" : thinks?.enabled?.supported === true ? "budget" : undefined;
  const accepts = [
    ...(capabilities?.image_input?.supported === true ? ["image/png", "image/jpeg", "image/gif", "image/webp"] : []),
    ...(capabilities?.pdf_input?.supported === true ? ["application/pdf"] : []),
  ];
  return {
    id,
    facts: {
      ...(display_name && { name: display_name }),
      ...(max_input_tokens && { context_window: max_input_tokens }),
      ...(max_tokens && { max_output: Math.min(max_tokens, MOST_OUTPUT) }),
      ...(capabilities && { accepts }),
      ...(reasoning !== undefined && { reasoning }),
    },
  };
}

/** OpenRouter, vLLM and LM Studio each use a different name for the context window. */
const OpenaiModel = z.object({
  id: z.string(),
  name: z.nullish(z.string()),
  context_length: z.nullish(z.int()),
  max_model_len: z.nullish(z.int()),
  max_context_length: z.nullish(z.int()),
  architecture: z.nullish(z.object({ input_modalities: z.nullish(z.array(z.string())) })),
  supported_parameters: z.nullish(z.array(z.string())),
});
const OpenaiList = z.object({ data: z.array(OpenaiModel) });

const CHATS = /^(gpt-|o\d|chatgpt|codex)/;
const OTHERS = /audio|realtime|tts|transcribe|image|search|embedding|instruct|moderation/;

function fromCompatible(model: z.infer<typeof OpenaiModel>): Listed {
  const window = model.context_length ?? model.max_model_len ?? model.max_context_length;
  const sees = model.architecture?.input_modalities;
  const accepts = [
    ...(sees?.includes("image") === true ? ["image/png", "image/jpeg", "image/gif", "image/webp"] : []),
    ...(sees?.includes("audio") === true ? ["audio/wav", "audio/mpeg"] : []),
  ];
  return {
    id: model.id,
    facts: {
      ...(model.name && { name: model.name }),
      ...(window && { context_window: window }),
      ...(sees && { accepts }),
      ...(model.supported_parameters && { tools: model.supported_parameters.includes("tools") }),
    },
  };
}

const GeminiModel = z.object({
  name: z.string(),
  displayName: z.nullish(z.string()),
  inputTokenLimit: z.nullish(z.int()),
  outputTokenLimit: z.nullish(z.int()),
  supportedGenerationMethods: z._default(z.array(z.string()), []),
  thinking: z.nullish(z.boolean()),
});
const GeminiList = z.object({ models: z.array(GeminiModel) });

function fromGemini(model: z.infer<typeof GeminiModel>): Listed {
  const { name, displayName, inputTokenLimit, outputTokenLimit, thinking } = model;
  return {
    id: name.replace(/^models\//, ""),
    facts: {
      ...(displayName && { name: displayName }),
      ...(inputTokenLimit && { context_window: inputTokenLimit }),
      ...(outputTokenLimit && { max_output: Math.min(outputTokenLimit, MOST_OUTPUT) }),
      ...(thinking === true && { reasoning: "adaptive" as const }),
    },
  };
}

const OllamaList = z.object({ models: z.array(z.object({ name: z.string() })) });
const OllamaModel = z.object({
  capabilities: z._default(z.array(z.string()), []),
  model_info: z._default(z.record(z.string(), z.unknown()), {}),
});

function fromOllama(id: string, { capabilities, model_info }: z.infer<typeof OllamaModel>): Listed {
  const real = Object.entries(model_info).find(([name]) => name.endsWith(".context_length"))?.[1];
  return {
    id,
    facts: {
      ...(typeof real === "number" && {
        context_window: Math.min(real, OLLAMA_WINDOW),
      }),
      accepts: capabilities.includes("vision") ? ["image/png", "image/jpeg", "image/webp"] : [],
      tools: capabilities.includes("tools"),
      ...(capabilities.includes("thinking") && { reasoning: "adaptive" as const }),
    },
  };
}
