// The model of a past turn, from its manifest: it may no longer be available, or have other limits by now.
import { isAgent } from "../../message/agents/acp-model.ts";
import type { Manifest } from "../../message/manifest.ts";
import { type Model, modelKey } from "../../message/model.ts";
import { knownModel } from "../../providers/model-table.ts";
import { isProvider } from "../../providers/provider.ts";

/** The model of a manifest. `now` supplies its facts if it is the same model or the provider is unknown. */
export function pastModel({ model: key, limit, reserve }: Manifest, now: Model, name?: string): Model {
  const [provider = "", ...rest] = key.split("/");
  const id = rest.join("/");
  const isSame = modelKey(now) === key;
  const known = !isSame && isProvider(provider) ? knownModel(provider, id) : now;
  return {
    ...known,
    provider,
    id,
    keeps_session: isAgent(provider),
    name: name ?? id,
    context_window: limit + reserve,
    max_output: Math.max(1, reserve),
  };
}
