// What an entry of a compatible server's list means for Galley.
import { type CompatibleEntry, isLlamaCpp } from "./compatible-entry.ts";
import { isConversationName } from "./converses.ts";
import { type Listed, outputFact, PICTURES } from "./listed.ts";

/**
 * No WebP. LM Studio: https://github.com/deepseek-ai/deepseek-harness/discussions/4615
 * llama.cpp: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 */
const LOCAL_PICTURES = ["image/png", "image/jpeg", "image/gif"];
const SOUND = ["audio/wav", "audio/mpeg"];

const OTHER_TYPE = /^(?:(?:text-)?embeddings?|rerank(?:er|ing)?|moderation|image|audio|speech|tts|transcribe|video)$/i;

/** By what the list tells, else by the name. */
export function isOffered(entry: CompatibleEntry): boolean {
  const { id, active, type = "", supports_chat } = entry;
  const { completion_chat, chat_completion } = switchesOf(entry);
  if (active === false || OTHER_TYPE.test(type)) return false;
  const writes = entry.architecture?.output_modalities ?? entry.output_modalities;
  if (writes !== undefined && writes.length > 0 && !writes.includes("text")) return false;
  return completion_chat ?? chat_completion ?? supports_chat ?? isConversationName(id);
}

export function factsOf(entry: CompatibleEntry): Listed["facts"] {
  const name = entry.name ?? entry.display_name;
  const context_window = windowOf(entry);
  const accepts = acceptsOf(entry);
  const tools = toolsOf(entry);
  return {
    ...(name !== undefined && { name }),
    ...(context_window !== undefined && { context_window }),
    ...outputFact(entry.top_provider?.max_completion_tokens ?? entry.max_completion_tokens ?? entry.max_output_tokens),
    ...(accepts && { accepts }),
    ...(tools !== undefined && { tools }),
  };
}

/** What the server gives counts before what the model could take. */
function windowOf(entry: CompatibleEntry): number | undefined {
  const { context_length = Infinity, top_provider } = entry;
  const routed = Math.min(context_length, top_provider?.context_length ?? Infinity);
  return (
    entry.loaded_context_length ??
    entry.meta?.n_ctx ??
    (routed === Infinity ? undefined : routed) ??
    entry.max_model_len ??
    entry.context_window ??
    entry.max_context_length
  );
}

function acceptsOf(entry: CompatibleEntry): string[] | undefined {
  const reads = entry.architecture?.input_modalities ?? entry.input_modalities;
  const sees = reads?.includes("image") ?? seesOf(entry);
  if (sees === undefined) return undefined;
  const isLocal = entry.type === "vlm" || isLlamaCpp(entry);
  return [...(sees ? (isLocal ? LOCAL_PICTURES : PICTURES) : []), ...(reads?.includes("audio") === true ? SOUND : [])];
}

function seesOf(entry: CompatibleEntry): boolean | undefined {
  const { type, supports_image_input, supports_image_in } = entry;
  const told = switchesOf(entry).vision ?? supports_image_input ?? supports_image_in;
  if (told !== undefined) return told;
  return type === "vlm" ? true : type === "llm" ? false : undefined;
}

/**
 * LM Studio lets every model call tools, so a model that it does not name as trained for it tells nothing.
 * https://github.com/lmstudio-ai/docs/blob/main/1_developer/3_openai-compat/tools.md
 */
function toolsOf(entry: CompatibleEntry): boolean | undefined {
  const { capabilities, supported_parameters, supports_tools } = entry;
  const isTrained = Array.isArray(capabilities) && capabilities.includes("tool_use") ? true : undefined;
  return supported_parameters?.includes("tools") ?? switchesOf(entry).function_calling ?? supports_tools ?? isTrained;
}

function switchesOf({ capabilities }: CompatibleEntry): Exclude<typeof capabilities, unknown[] | undefined> {
  return capabilities === undefined || Array.isArray(capabilities) ? {} : capabilities;
}
