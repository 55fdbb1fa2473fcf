// Loads the library of a provider before a message needs it: that takes longer than everything else on the way.
import { isProvider, type Provider } from "../providers/provider.ts";

const LIBRARIES: Record<Provider, () => Promise<unknown>> = {
  anthropic: () => import("./sdk/sdk-anthropic.ts"),
  openai: () => import("./sdk/sdk-openai.ts"),
  custom: () => import("./sdk/sdk-openai.ts"),
  gemini: () => import("./sdk/sdk-gemini.ts"),
  ollama: () => import("./sdk/sdk-ollama.ts"),
};

const loading = new Map<string, Promise<void>>();

/** Each once. Never rejects, and does nothing for a model that needs no library. Sends nothing. */
export function loadLibrary(provider: string): Promise<void> {
  if (!isProvider(provider)) return Promise.resolve();
  const known = loading.get(provider) ?? load(provider);
  loading.set(provider, known);
  return known;
}

async function load(provider: Provider): Promise<void> {
  try {
    // Node loads its own part of `fetch` at the first call.
    await Promise.all([LIBRARIES[provider](), fetch("data:,")]);
  } catch {
    // The message itself fails for the same reason, and says so.
  }
}
