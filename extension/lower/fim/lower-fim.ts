// A hole becomes the request of a server that fills in the middle.
import { type FimFamily, fimFamily, UNMISTAKABLE } from "../../providers/fim-family.ts";
import type { Lowered } from "../lowered.ts";
import * as words from "../words.ts";
import type { FimTarget, Hole, InsertFormat } from "./hole.ts";
import { withoutRawTokens } from "./raw-tokens.ts";

/** https://docs.ollama.com/api/generate */
interface OllamaInsertRequest {
  model: string;
  prompt: string;
  suffix: string;
  stream: true;
  options: { num_predict: number; temperature: number; num_ctx: number; stop: readonly string[] };
}

/** https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md */
interface LlamaInfillRequest {
  input_prefix: string;
  input_suffix: string;
  input_extra: readonly { filename: string; text: string }[];
  prompt: string;
  n_predict: number;
  n_indent: number;
  t_max_predict_ms: number;
  cache_prompt: true;
  temperature: number;
  stop: readonly string[];
  stream: true;
}

/** Mistral's `/fim/completions`, DeepSeek's completions, and, without a suffix, those of every compatible server. */
interface CompletionsRequest {
  model: string;
  prompt: string;
  suffix?: string;
  max_tokens: number;
  temperature: number;
  stop: readonly string[];
  stream: true;
}

export type FimRequest = OllamaInsertRequest | LlamaInfillRequest | CompletionsRequest;

/** Some servers refuse more. */
const MOST_STOPS = 4;

/** How long llama.cpp may go on after the first line. */
const LINE_MS = 500;
const BLOCK_MS = 2_500;

/** `target.family` must be known for `tokens`. */
export function lowerFim(hole: Hole, target: FimTarget, format: InsertFormat): Lowered<FimRequest> {
  const family = target.family === undefined ? undefined : fimFamily(target.family);
  switch (format) {
    case "ollama-insert": {
      const { hole: plain, warnings } = withoutRawTokens(hole, family?.tokens ?? UNMISTAKABLE);
      return { request: toOllama(plain, target), warnings };
    }
    case "llama-infill":
      return { request: toInfill(hole), warnings: [] };
    case "mistral-fim":
    case "deepseek-fim":
      return { request: { ...toCompletions(hole, target), suffix: hole.suffix }, warnings: [] };
    case "tokens": {
      if (family === undefined) throw new Error("no family");
      const { hole: plain, warnings } = withoutRawTokens(hole, family.tokens);
      return { request: toTokens(plain, target, family), warnings };
    }
    default:
      return format satisfies never;
  }
}

function stopsOf({ amount }: Hole, others: readonly string[] = []): string[] {
  return [amount === "line" ? "\n" : "\n\n\n", ...others].slice(0, MOST_STOPS);
}

function toOllama(hole: Hole, { id, context_window }: FimTarget): OllamaInsertRequest {
  const options = { num_predict: hole.tokens, temperature: 0, num_ctx: context_window, stop: stopsOf(hole) };
  return { model: id, prompt: prefixOf(hole), suffix: hole.suffix, stream: true, options };
}

function toInfill(hole: Hole): LlamaInfillRequest {
  return {
    input_prefix: prefixOf({ ...hole, snippets: [] }),
    input_suffix: hole.suffix,
    input_extra: hole.snippets.map(({ path, text }) => ({ filename: path, text })),
    prompt: "",
    n_predict: hole.tokens,
    n_indent: hole.indent,
    t_max_predict_ms: hole.amount === "line" ? LINE_MS : BLOCK_MS,
    cache_prompt: true,
    temperature: 0,
    stop: stopsOf(hole),
    stream: true,
  };
}

function toCompletions(hole: Hole, { id }: FimTarget): CompletionsRequest {
  const rest = { max_tokens: hole.tokens, temperature: 0, stop: stopsOf(hole), stream: true } as const;
  return { model: id, prompt: prefixOf(hole), ...rest };
}

function toTokens(hole: Hole, target: FimTarget, family: FimFamily): CompletionsRequest {
  const { file } = family;
  const files = file === undefined ? "" : hole.snippets.map(({ path, text }) => file(path, text)).join("");
  const prefix = prefixOf(file === undefined ? hole : { ...hole, snippets: [] });
  const prompt = files + family.prompt({ prefix, suffix: hole.suffix });
  return { ...toCompletions(hole, target), prompt, stop: stopsOf(hole, family.stop) };
}

/** Comments before the prefix: pieces of other files, then the name of this one. What changes least comes first. */
function prefixOf({ path, language, prefix, snippets, comment }: Hole): string {
  if (comment === undefined) return prefix;
  const commented = (text: string): string =>
    text
      .split("\n")
      .map((line) => `${comment.start} ${line}`.trimEnd() + (comment.end === "" ? "" : ` ${comment.end}`))
      .join("\n");
  const pieces = snippets.map((one) => `${commented(`${words.fileLabel(one.path)}\n${one.text}`)}\n`);
  return [...pieces, `${commented(words.fileAndLanguage(path, language))}\n`, prefix].join("");
}
