// A stored API key, with the only origin it is ever sent to.
import * as z from "zod/mini";
import { originOf, type Provider, providerFacts } from "../../providers/provider.ts";

const Bound = z.object({
  /** Scheme, host and port; empty for a key of an earlier version whose origin is not known. */
  origin: z.string(),
  key: z.string(),
});
export type StoredKey = z.infer<typeof Bound>;

/** Earlier versions stored the bare key. */
export function parseStoredKey(text: string): StoredKey | string {
  try {
    const bound = Bound.safeParse(JSON.parse(text));
    return bound.success ? bound.data : text;
  } catch {
    // No JSON: it is a bare key.
    return text;
  }
}

export function formatStoredKey({ origin, key }: StoredKey): string {
  return JSON.stringify({ origin, key });
}

/**
 * Binds a bare key to the provider's own origin if the settings use that origin now. Otherwise the key's origin is
 * unknown, and the key is not used until the user enters it again.
 */
export function bindBareKey(provider: Provider, origin: string | undefined, key: string): StoredKey {
  const own = originOf(provider, undefined);
  return { origin: own !== undefined && own === origin ? own : "", key };
}

/** The key that the user entered for an origin; for the provider's own origin, otherwise the environment's. */
export function keyFor(
  provider: Provider,
  origin: string | undefined,
  stored: StoredKey | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (origin === undefined) return undefined;
  if (isFor(origin, stored)) return stored.key;
  const name = keyVariable(provider, origin, stored, environment);
  return name === undefined ? undefined : environment[name];
}

/** The variable of the environment that the key for an origin is from; `undefined` if it is not from there. */
export function keyVariable(
  provider: Provider,
  origin: string | undefined,
  stored: StoredKey | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { environment: name } = providerFacts[provider];
  if (origin === undefined || isFor(origin, stored) || origin !== originOf(provider, undefined)) return undefined;
  return name === undefined || (environment[name] ?? "") === "" ? undefined : name;
}

function isFor(origin: string, stored: StoredKey | undefined): stored is StoredKey {
  return stored !== undefined && stored.key !== "" && stored.origin === origin;
}
