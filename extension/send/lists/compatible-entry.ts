// What servers that speak as OpenAI does tell of a model, each under names of its own.
import * as z from "zod/mini";
import { Flag, Id, Name, told, Tokens, Words } from "./told.ts";

const Modalities = told(z.object({ input_modalities: Words, output_modalities: Words }));

export const CompatibleEntry = z.object({
  id: Id,
  name: Name,
  owned_by: told(z.string()),
  /** OpenRouter: what the model can, and what the server that is asked first gives. https://openrouter.ai/docs/models */
  context_length: Tokens,
  top_provider: told(z.object({ context_length: Tokens, max_completion_tokens: Tokens })),
  architecture: Modalities,
  supported_parameters: Words,
  /** vLLM. https://github.com/modal-labs/modal-examples/issues/843 */
  max_model_len: Tokens,
  /** llama.cpp: what was allocated. https://github.com/NousResearch/hermes-agent/pull/78212 */
  meta: told(z.object({ n_ctx: Tokens })),
  /** LM Studio's own list, beside the one for OpenAI's clients. https://github.com/co-l/openfox/issues/49 */
  loaded_context_length: Tokens,
  /** LM Studio: `llm`, `vlm`, `embeddings`. Together: `chat`, `image`, `rerank` …. https://docs.together.ai/reference/models */
  type: told(z.string()),
  display_name: Name,
  /** Groq. https://github.com/anomalyco/models.dev/pull/1276 */
  active: Flag,
  context_window: Tokens,
  max_completion_tokens: Tokens,
  /** Mistral, and LM Studio's most. https://docs.rs/crate/mistral-openapi-client/latest/source/docs/BaseModelCard.md */
  max_context_length: Tokens,
  /** LM Studio: words. Mistral: switches. Azure: switches. https://learn.microsoft.com/en-us/rest/api/azureopenai/models/list */
  capabilities: told(
    z.union([
      z.array(z.unknown()),
      z.object({ completion_chat: Flag, chat_completion: Flag, function_calling: Flag, vision: Flag }),
    ]),
  ),
  /** Fireworks. https://github.com/simonw/llm-fireworks/pull/4 */
  supports_chat: Flag,
  supports_image_input: Flag,
  supports_tools: Flag,
  /** Kimi. https://raw.githubusercontent.com/api-evangelist/kimi-moonshot/refs/heads/main/openapi/kimi-moonshot-models-api-openapi.yml */
  supports_image_in: Flag,
  /** DeepSeek, which also says `context_window`. https://api-docs.deepseek.com/zh-cn/api/list-models.md */
  max_output_tokens: Tokens,
  input_modalities: Words,
  output_modalities: Words,
});
export type CompatibleEntry = z.infer<typeof CompatibleEntry>;

/** The server runs llama.cpp: it says so, or tells of its model as llama.cpp does. */
export function isLlamaCpp({ owned_by, meta }: CompatibleEntry): boolean {
  return owned_by === "llamacpp" || meta !== undefined;
}
