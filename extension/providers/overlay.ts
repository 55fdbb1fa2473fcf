// The fields that a profile may set in a request, wire by wire and at every depth. A field that is not listed is never sent.
import { inTable, type Misfit, type Shape, type Stage } from "./overlay-shape.ts";
import { isProvider, type Provider, PROVIDERS } from "./provider.ts";

type Fields = Readonly<Record<string, Shape>>;
type Body = Readonly<Record<string, unknown>>;

const NUMBER = { is: "number" } as const;
const INTEGER = { is: "integer" } as const;
const FLAG = { is: "flag" } as const;
const TEXT = { is: "text" } as const;
const LABEL = { is: "label" } as const;
const WORD = { is: "word" } as const;
const SCHEMA = { is: "schema" } as const;
const TEXTS = { is: "list", of: TEXT } as const;
const table = (fields: Fields): Shape => ({ is: "table", fields });
const map = (of: Shape): Shape => ({ is: "map", of });
const oneOf = (...values: (string | boolean)[]): Shape => ({ is: "one-of", values });
const either = (...shapes: Shape[]): Shape => ({ is: "either", shapes });

const anthropic: Fields = {
  max_tokens: INTEGER,
  temperature: NUMBER,
  top_p: NUMBER,
  top_k: INTEGER,
  stop_sequences: TEXTS,
  thinking: table({ type: WORD, budget_tokens: INTEGER, display: WORD }),
  output_config: table({ effort: WORD, format: table({ type: WORD, schema: SCHEMA }) }),
  service_tier: WORD,
  metadata: table({ user_id: LABEL }),
};

/** What both of OpenAI's wires take. */
const openaiBoth: Fields = {
  temperature: NUMBER,
  top_p: NUMBER,
  top_logprobs: INTEGER,
  service_tier: WORD,
  metadata: map(LABEL),
  prompt_cache_key: LABEL,
  prompt_cache_retention: WORD,
  safety_identifier: LABEL,
  user: LABEL,
  parallel_tool_calls: FLAG,
};

const openaiResponses: Fields = {
  ...openaiBoth,
  max_output_tokens: INTEGER,
  reasoning: table({ effort: WORD, summary: WORD }),
  text: table({
    verbosity: WORD,
    format: table({ type: WORD, name: WORD, description: TEXT, schema: SCHEMA, strict: FLAG }),
  }),
  truncation: WORD,
};

/** With what compatible servers (OpenRouter, vLLM, LM Studio, llama.cpp) add for sampling and thinking. */
const openaiChat: Fields = {
  ...openaiBoth,
  max_tokens: INTEGER,
  max_completion_tokens: INTEGER,
  min_tokens: INTEGER,
  top_k: INTEGER,
  top_a: NUMBER,
  min_p: NUMBER,
  typical_p: NUMBER,
  frequency_penalty: NUMBER,
  presence_penalty: NUMBER,
  repetition_penalty: NUMBER,
  repeat_penalty: NUMBER,
  mirostat: INTEGER,
  mirostat_tau: NUMBER,
  mirostat_eta: NUMBER,
  seed: INTEGER,
  stop: either(TEXT, TEXTS),
  stop_token_ids: { is: "list", of: INTEGER },
  logit_bias: map(NUMBER),
  logprobs: FLAG,
  response_format: table({
    type: WORD,
    json_schema: table({ name: WORD, description: TEXT, schema: SCHEMA, strict: FLAG }),
  }),
  reasoning_effort: WORD,
  verbosity: WORD,
  reasoning: table({ effort: WORD, max_tokens: INTEGER, exclude: FLAG, enabled: FLAG }),
  include_reasoning: FLAG,
  thinking: table({ type: WORD, budget_tokens: INTEGER }),
  thinking_budget: INTEGER,
  enable_thinking: FLAG,
  chat_template_kwargs: table({ enable_thinking: FLAG, thinking: FLAG, reasoning_effort: WORD }),
  cache_prompt: FLAG,
  // Of OpenRouter's routing only what narrows: which company answers is for the user to choose.
  provider: table({ data_collection: oneOf("deny"), zdr: oneOf(true), require_parameters: FLAG }),
};

const gemini: Fields = {
  generationConfig: table({
    maxOutputTokens: INTEGER,
    temperature: NUMBER,
    topP: NUMBER,
    topK: NUMBER,
    seed: INTEGER,
    stopSequences: TEXTS,
    presencePenalty: NUMBER,
    frequencyPenalty: NUMBER,
    responseLogprobs: FLAG,
    logprobs: INTEGER,
    responseMimeType: oneOf("text/plain", "application/json", "text/x.enum"),
    responseJsonSchema: SCHEMA,
    mediaResolution: WORD,
    thinkingConfig: table({ includeThoughts: FLAG, thinkingBudget: INTEGER, thinkingLevel: WORD }),
  }),
  safetySettings: { is: "list", of: table({ category: WORD, threshold: WORD }) },
  serviceTier: WORD,
};

const ollama: Fields = {
  options: table({
    num_ctx: INTEGER,
    num_predict: INTEGER,
    num_keep: INTEGER,
    num_batch: INTEGER,
    num_gpu: INTEGER,
    num_thread: INTEGER,
    main_gpu: INTEGER,
    numa: FLAG,
    low_vram: FLAG,
    f16_kv: FLAG,
    use_mmap: FLAG,
    use_mlock: FLAG,
    temperature: NUMBER,
    top_k: INTEGER,
    top_p: NUMBER,
    min_p: NUMBER,
    tfs_z: NUMBER,
    typical_p: NUMBER,
    repeat_last_n: INTEGER,
    repeat_penalty: NUMBER,
    presence_penalty: NUMBER,
    frequency_penalty: NUMBER,
    penalize_newline: FLAG,
    mirostat: INTEGER,
    mirostat_tau: NUMBER,
    mirostat_eta: NUMBER,
    seed: INTEGER,
    stop: TEXTS,
  }),
  think: either(FLAG, WORD),
  keep_alive: either(INTEGER, WORD),
  format: either(oneOf("json"), SCHEMA),
};

/** By the provider that speaks the wire. */
export const overlays: Readonly<Record<Provider, Fields>> = {
  anthropic,
  openai: openaiResponses,
  custom: openaiChat,
  gemini,
  ollama,
};

/**
 * The first field that a profile may not set. A profile for any model is checked against all wires: each of its fields
 * must be one that some wire takes.
 */
export function overlayMisfit(body: Body, provider: string | undefined, stage: Stage): Misfit | undefined {
  if (provider !== undefined && isProvider(provider)) return inTable(body, overlays[provider], ["body"], stage);
  for (const [name, value] of Object.entries(body)) {
    const misfits = PROVIDERS.filter((one) => Object.hasOwn(overlays[one], name)).map((one) =>
      inTable(only(name, value), overlays[one], ["body"], stage),
    );
    if (misfits.includes(undefined)) continue;
    // No wire has it: then the list of all says what there is.
    return misfits[0] ?? inTable(only(name, value), everyField(), ["body"], stage);
  }
  return undefined;
}

/** What of a body goes over this wire, and what does not, with the reason. */
export function admitOverlay(body: Body, provider: Provider): { admitted: Record<string, unknown>; refused: Misfit[] } {
  const admitted: [string, unknown][] = [];
  const refused: Misfit[] = [];
  for (const [name, value] of Object.entries(body)) {
    const misfit = inTable(only(name, value), overlays[provider], ["body"], "rendered");
    if (misfit === undefined) admitted.push([name, value]);
    else refused.push(misfit);
  }
  return { admitted: Object.fromEntries(admitted), refused };
}

function everyField(): Fields {
  return Object.fromEntries(PROVIDERS.flatMap((provider) => Object.entries(overlays[provider])));
}

/** As an own field, whatever it is called. */
function only(name: string, value: unknown): Body {
  return Object.fromEntries([[name, value]]);
}
