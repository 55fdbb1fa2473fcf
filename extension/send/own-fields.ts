// The fields of a request that a wire knows. What else stands in one never reaches a library, which may take it as an option.
import { overlays } from "../providers/overlay.ts";
import type { Provider } from "../providers/provider.ts";

/** What lowering writes besides what a profile may lay over it. */
const LOWERED: Readonly<Record<Provider, readonly string[]>> = {
  anthropic: ["model", "max_tokens", "system", "tools", "messages", "stream"],
  openai: ["model", "instructions", "input", "tools", "include", "store", "stream"],
  custom: ["model", "messages", "tools", "prediction", "stream", "stream_options"],
  gemini: ["model", "contents", "systemInstruction", "tools"],
  ollama: ["model", "messages", "tools", "stream"],
};

/** In the order in which they stand: the same message gives the same bytes. */
export function ownFields<Request extends object>(provider: Provider, request: Request): Request {
  const known = new Set([...LOWERED[provider], ...Object.keys(overlays[provider])]);
  const copy = { ...request };
  for (const name of Object.keys(copy)) if (!known.has(name)) Reflect.deleteProperty(copy, name);
  return copy;
}
