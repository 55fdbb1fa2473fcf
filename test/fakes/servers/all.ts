// Every fake server, in the order in which a conversation moves from one to the next.
import { azure } from "./azure.ts";
import { deepseek } from "./deepseek.ts";
import { glm } from "./glm.ts";
import { groq } from "./groq.ts";
import { kimi } from "./kimi.ts";
import { llamaCpp } from "./llama-cpp.ts";
import { lmStudio } from "./lm-studio.ts";
import { deepseekMessages, glmMessages, kimiMessages } from "./messages-servers.ts";
import { mistral } from "./mistral.ts";
import { nim } from "./nim.ts";
import { ollama } from "./ollama.ts";
import { openrouter } from "./openrouter.ts";
import { qwen } from "./qwen.ts";
import type { ServerRules } from "./rules.ts";
import { vllm } from "./vllm.ts";

export const SERVERS: readonly ServerRules[] = [
  ...[deepseek, kimi, glm, qwen, mistral, groq, openrouter],
  ...[azure, nim, vllm, llamaCpp, lmStudio, ollama],
  ...[deepseekMessages, kimiMessages, glmMessages],
];

/** The one after it; after the last comes the first. */
export function nextOf(rules: ServerRules): ServerRules {
  return SERVERS[(SERVERS.indexOf(rules) + 1) % SERVERS.length] ?? rules;
}
