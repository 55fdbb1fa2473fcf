// The models a provider says it has: a cheap call, which also tells whether the key is good.
import type { Failure } from "../../message/failure.ts";
import type { Result } from "../../message/result.ts";
import { addressOf, originOf, type Provider } from "../../providers/provider.ts";
import type { Access } from "../access.ts";
import { noAddressFailure, noListFailure } from "../failures/endings.ts";
import { networkFailure } from "../failures/network.ts";
import { type Party, partyOf } from "../failures/party.ts";
import { wordsOf } from "../failures/provider-words.ts";
import { refusalFailure } from "../failures/refusal.ts";
import { listAnthropic } from "./anthropic.ts";
import { NoList, Refusal, type Source, sourceOf } from "./ask.ts";
import { listCompatible } from "./compatible.ts";
import { listGemini } from "./gemini.ts";
import type { Listed } from "./listed.ts";
import { listOllama } from "./ollama.ts";
import { listOpenai } from "./openai.ts";
import * as words from "./words.ts";

const lists: Readonly<Record<Provider, (source: Source) => Promise<Listed[]>>> = {
  anthropic: listAnthropic,
  openai: listOpenai,
  gemini: listGemini,
  ollama: listOllama,
  custom: listCompatible,
};

/** Never rejects. */
export async function listModels(provider: Provider, access: Access, signal?: AbortSignal): Promise<Result<Listed[]>> {
  const party = partyOf(access, words.theList);
  const address = addressOf(provider, access.baseUrl);
  if (address === undefined || originOf(provider, address) === undefined)
    return { ok: false, failure: noAddressFailure(party) };
  try {
    const models = await lists[provider](sourceOf(address, access, signal));
    return { ok: true, value: withoutDoubles(models) };
  } catch (error) {
    return { ok: false, failure: failureOf(error, party) };
  }
}

function failureOf(error: unknown, party: Party): Failure {
  if (error instanceof NoList) return noListFailure(party, "");
  if (!(error instanceof Refusal)) return networkFailure(error, party);
  const { refused } = error;
  // What is not found is the list, not a model.
  return refused.status === 404 ? noListFailure(party, wordsOf(refused.body)) : refusalFailure(refused, party);
}

/** Some servers list a model once for each of its aliases. */
function withoutDoubles(models: readonly Listed[]): Listed[] {
  const byId = new Map<string, Listed>();
  for (const model of models) if (!byId.has(model.id)) byId.set(model.id, model);
  return [...byId.values()];
}
