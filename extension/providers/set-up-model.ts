// Finds the model that a name means among the providers that are set up.
import { isOwnServer, type Provider } from "./provider.ts";

export interface SetUpProvider {
  provider: Provider;
  /** The models that its list and the settings name. */
  ids: readonly string[];
}

/** `provider/model`, or the id of a model that a provider lists: the first provider in the list counts. */
export function findSetUp(
  name: string,
  providers: readonly SetUpProvider[],
): { provider: Provider; id: string } | undefined {
  for (const { provider, ids } of providers) {
    const id = name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : undefined;
    // A provider has models that it does not list. The user's own server has those that it has.
    if (id !== undefined && id !== "" && (ids.includes(id) || !isOwnServer(provider))) return { provider, id };
  }
  const listing = providers.find(({ ids }) => ids.includes(name));
  return listing && { provider: listing.provider, id: name };
}
