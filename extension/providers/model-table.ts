// What is known of models by their names, where their provider does not tell: as of 2026-11-15, the first match counts.
import { isGuessed, type Model } from "../message/model.ts";
import type { Provider } from "./provider.ts";
import * as words from "./words.ts";

export type ModelFacts = Omit<Model, "provider" | "id" | "server" | "guessed">;

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const DOCUMENTS = [...PICTURES, "application/pdf"];
const EVERYTHING = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
  "image/heif",
  "application/pdf",
  "audio/*",
  "video/*",
];

/** `max_output` is what is asked for and kept free of the window, not the most the model could give. */
const modelTable: readonly (ModelFacts & { provider: Provider; match: RegExp })[] = [
  row("anthropic", /^claude-(opus|sonnet|haiku)-4-[0-5]\b|^claude-3-7/, 200_000, 32_000, DOCUMENTS, "budget"),
  row("anthropic", /^claude-3/, 200_000, 8_192, DOCUMENTS),
  row("anthropic", /^claude-/, 200_000, 32_000, DOCUMENTS, "adaptive"),
  row("openai", /^gpt-[5-9].*-chat|^chatgpt|^gpt-4o/, 128_000, 16_384, DOCUMENTS),
  row("openai", /^gpt-[5-9]/, 400_000, 32_768, DOCUMENTS, "adaptive"),
  row("openai", /^o\d/, 200_000, 32_768, DOCUMENTS, "adaptive"),
  row("openai", /^gpt-4\.1/, 1_047_576, 32_768, DOCUMENTS),
  row("openai", /^gpt-4/, 128_000, 4_096, PICTURES),
  row("gemini", /^gemini-(1|2\.0)/, 1_048_576, 8_192, EVERYTHING),
  row("gemini", /^gemini-/, 1_048_576, 32_768, EVERYTHING, "adaptive"),
  row("gemini", /^gemma/, 128_000, 8_192, ["image/png", "image/jpeg", "image/webp"]),
];

function row(
  provider: Provider,
  match: RegExp,
  context_window: number,
  max_output: number,
  accepts: string[],
  reasoning?: ModelFacts["reasoning"],
): (typeof modelTable)[number] {
  const thinks = reasoning === undefined ? {} : { reasoning };
  return { provider, match, context_window, max_output, accepts, tools: true, ...thinks };
}

const unknown: Readonly<Record<Provider, ModelFacts>> = {
  anthropic: { context_window: 200_000, max_output: 8_192, accepts: DOCUMENTS, tools: true },
  openai: { context_window: 128_000, max_output: 16_384, accepts: PICTURES, tools: true },
  gemini: { context_window: 128_000, max_output: 8_192, accepts: EVERYTHING, tools: true },
  ollama: { context_window: 8_192, max_output: 4_096, accepts: [], tools: false },
  custom: { context_window: 32_768, max_output: 4_096, accepts: [], tools: true },
};

/** The table, over it what the provider's list says, over that what the settings say. */
export function knownModel(
  provider: Provider,
  id: string,
  listed: Partial<ModelFacts> = {},
  set: Partial<ModelFacts> = {},
): Model {
  const found = modelTable.find((entry) => entry.provider === provider && entry.match.test(id));
  const { match, ...facts } = found ?? { match: undefined, ...unknown[provider] };
  const told = { ...listed, ...set };
  const guessed = found === undefined ? GUESSABLE.filter((fact) => !(fact in told)) : [];
  const model: Model = { ...facts, ...told, provider, id, ...(guessed.length > 0 && { guessed }) };
  // A window that leaves no room for a question would refuse everything. What a list tells is the most a model can give.
  const isTooMuch = found === undefined && set.max_output === undefined && isTight(model);
  return model.max_output < model.context_window && !isTooMuch
    ? model
    : { ...model, max_output: Math.max(1, Math.floor(model.context_window / 4)) };
}

const GUESSABLE = ["context_window", "max_output", "accepts", "tools"] as const;

/** More than a quarter of the window is kept free for the answer. */
function isTight({ max_output, context_window }: Model): boolean {
  return max_output > context_window / 4;
}

/** What it takes, in a line: `200k tokens · images, PDF · tools · thinks`. */
export function takesWords(model: Model): string {
  const { context_window, accepts, tools, reasoning } = model;
  const size = inThousands(context_window);
  const kinds = [
    accepts.some((mime) => mime.startsWith("image/")) ? words.images : "",
    accepts.includes("application/pdf") ? words.pdf : "",
    accepts.some((mime) => mime.startsWith("audio/")) ? words.audio : "",
    accepts.some((mime) => mime.startsWith("video/")) ? words.video : "",
  ].filter((kind) => kind !== "");
  return [
    isGuessed(model, "context_window") ? words.assumedTokens(size) : words.tokens(size),
    kinds.length === 0 ? words.textOnly : kinds.join(", "),
    ...(tools ? [words.tools] : []),
    ...(reasoning === undefined ? [] : [words.thinks]),
  ].join(" · ");
}

function inThousands(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.round(tokens / 100_000) / 10}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}
