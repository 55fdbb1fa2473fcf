// Looks for LM Studio on this machine: one bounded request without a key, when the user opens the list of models.
import { originOf } from "../../providers/provider.ts";
import { lmStudio } from "../../providers/words.ts";
import type { Access } from "../access.ts";
import type { Listed } from "./listed.ts";
import { listModels } from "./list-models.ts";

/** Where LM Studio listens unless it is told another port. https://lmstudio.ai/docs/developer/core/server */
const ADDRESS = "http://127.0.0.1:1234/v1";

/** A server on this machine answers sooner, or does not run. */
const PATIENCE_MS = 1_500;

/** A server that runs and that the user has not set up. */
export interface FoundServer {
  name: string;
  address: string;
  origin: string;
  models: Listed[];
}

/** `undefined` if it does not run or has no models. Never rejects. */
export async function findLmStudio(network: Pick<Access, "fetch">): Promise<FoundServer | undefined> {
  const access: Access = { provider: "custom", name: lmStudio, baseUrl: ADDRESS, fetch: network.fetch };
  const list = await listModels("custom", access, AbortSignal.timeout(PATIENCE_MS));
  const origin = originOf("custom", ADDRESS);
  if (!list.ok || list.value.length === 0 || origin === undefined) return undefined;
  return { name: lmStudio, address: ADDRESS, origin, models: list.value };
}
