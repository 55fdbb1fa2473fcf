// The providers Galley calls directly: their names, where their keys come from, and the form of their URLs.
import { isWebAddress } from "../text/web-address.ts";
import * as words from "./words.ts";

export const PROVIDERS = ["anthropic", "openai", "gemini", "ollama", "custom"] as const;
export type Provider = (typeof PROVIDERS)[number];

export interface ProviderFacts {
  /** As shown to the user. */
  name: string;
  /** Galley sends nothing there without a key. */
  needsKey: boolean;
  /** For headless use. */
  environment?: string;
  /** Where a key is made. */
  keys?: string;
  /** Its own address; a server of the user's has none. */
  address?: string;
  /** What the SDK appends to the URL. */
  tail: RegExp;
}

export const providerFacts: Readonly<Record<Provider, ProviderFacts>> = {
  anthropic: {
    name: "Anthropic",
    needsKey: true,
    address: "https://api.anthropic.com",
    environment: "ANTHROPIC_API_KEY",
    keys: "https://console.anthropic.com/settings/keys",
    tail: /\/v1$/,
  },
  openai: {
    name: "OpenAI",
    needsKey: true,
    address: "https://api.openai.com/v1",
    environment: "OPENAI_API_KEY",
    keys: "https://platform.openai.com/api-keys",
    tail: /$^/,
  },
  gemini: {
    name: "Gemini",
    needsKey: true,
    address: "https://generativelanguage.googleapis.com",
    environment: "GEMINI_API_KEY",
    keys: "https://aistudio.google.com/apikey",
    tail: /\/v1(beta)?$/,
  },
  ollama: { name: "Ollama", needsKey: false, address: "http://127.0.0.1:11434", tail: /\/(api|v1)$/ },
  custom: { name: words.customServer, needsKey: false, tail: /$^/ },
};

export function isProvider(name: string): name is Provider {
  return PROVIDERS.some((known) => known === name);
}

/** The providers whose address the user sets. */
export type OwnServer = Extract<Provider, "ollama" | "custom">;

export function isOwnServer(provider: unknown): provider is OwnServer {
  return provider === "ollama" || provider === "custom";
}

/** As the SDK wants it, whichever way it was written; nothing for an empty setting. */
export function baseUrlOf(provider: Provider, setting: string): string | undefined {
  const bare = setting.trim().replace(/\/+$/, "").replace(providerFacts[provider].tail, "");
  return bare === "" ? undefined : bare;
}

/** Scheme, host and port of `baseUrl`, or else of the provider's own URL. `undefined` if it is not a web URL. */
export function originOf(provider: string, baseUrl: string | undefined): string | undefined {
  const address = addressOf(provider, baseUrl) ?? "";
  return isWebAddress(address) ? new URL(address).origin : undefined;
}

/** Where a provider is. A library that is not told takes an address from the environment. */
export function addressOf(provider: string, baseUrl: string | undefined): string | undefined {
  return baseUrl ?? (isProvider(provider) ? providerFacts[provider].address : undefined);
}

/** An address as it may be shown: without a name, a password or a query, which may hold a secret. */
export function openAddress(address: string): string {
  if (!isWebAddress(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, "");
}
