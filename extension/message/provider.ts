// The providers Galley speaks to by itself: their names, where their keys come from, and what their address looks like.

export const PROVIDERS = ["anthropic", "openai", "gemini", "ollama", "custom"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ProviderFacts {
  /** As people call it. */
  name: string;
  /** Without a key nothing goes there. */
  needsKey: boolean;
  /** For headless use. */
  environment?: string;
  /** Where a key is made. */
  keys?: string;
  /** What the SDK puts after the address by itself. */
  tail: RegExp;
}

export const providerFacts: Readonly<Record<Provider, ProviderFacts>> = {
  anthropic: {
    name: "Anthropic",
    needsKey: true,
    environment: "ANTHROPIC_API_KEY",
    keys: "https://console.anthropic.com/settings/keys",
    tail: /\/v1$/,
  },
  openai: {
    name: "OpenAI",
    needsKey: true,
    environment: "OPENAI_API_KEY",
    keys: "https://platform.openai.com/api-keys",
    tail: /$^/,
  },
  gemini: {
    name: "Gemini",
    needsKey: true,
    environment: "GEMINI_API_KEY",
    keys: "https://aistudio.google.com/apikey",
    tail: /\/v1(beta)?$/,
  },
  ollama: { name: "Ollama", needsKey: false, tail: /\/(api|v1)$/ },
  custom: { name: "The server", needsKey: false, tail: /$^/ },
};

export function isProvider(name: string): name is Provider {
  return PROVIDERS.some((known) => known === name);
}

/** As the SDK wants it, whichever way it was written; nothing for an empty setting. */
export function baseUrlOf(provider: Provider, setting: string): string | undefined {
  const bare = setting.trim().replace(/\/+$/, "").replace(providerFacts[provider].tail, "");
  return bare === "" ? undefined : bare;
}
