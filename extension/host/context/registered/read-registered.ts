// Asks another extension for its context: plain data of a bounded size, or the reason why there is none.
import { context, nothing } from "../../../acquire/context.ts";
import type { ContextEntity, ContextProvider } from "../../../acquire/context-provider.ts";
import { boundedData, boundedText, parseEntities, parseProvided } from "../../../acquire/provided.ts";
import type { Resolved } from "../../../message/resolved.ts";
import type { Result } from "../../../message/result.ts";
import { reasonOf } from "../../../text/reason.ts";
import { inTime } from "../../window/in-time.ts";
import * as words from "../words.ts";

/** The provider of a name as it is registered now. */
type Providers = (kind: string) => ContextProvider | undefined;

/** With an id, one entity of the context. Rejects if the provider fails or does not answer in time. */
export async function readRegistered(providers: Providers, kind: string, now: number, id?: string): Promise<Resolved> {
  const provider = providers(kind);
  if (provider === undefined) return nothing(words.noProvider);
  if (id !== undefined) return readEntity(provider, kind, id, now);
  const told: unknown = await inTime(provider.provide());
  if (told === undefined || told === "") return nothing(words.emptyContext);
  if (typeof told === "string") return context(kind, boundedText(told), now);
  const data = boundedData(told);
  return data.ok ? context(kind, data.value, now) : nothing(data.failure);
}

async function readEntity(provider: ContextProvider, kind: string, id: string, now: number): Promise<Resolved> {
  if (provider.resolve === undefined) return nothing(words.noEntities);
  const told = await whileWanted((signal) => provider.resolve?.(id, signal));
  return parseProvided(told, `${kind}:${id}`, now);
}

/** Never rejects: the failure is for the row of the provider in the list. */
export async function findEntities(
  provider: ContextProvider,
  query: string,
  signal: AbortSignal,
): Promise<Result<ContextEntity[], string>> {
  try {
    return parseEntities(await whileWanted((ended) => provider.find?.(query, ended) ?? [], signal));
  } catch (error) {
    return { ok: false, failure: reasonOf(error) };
  }
}

/** Tells the provider when its answer is late or no longer wanted. */
async function whileWanted(ask: (signal: AbortSignal) => unknown, signal?: AbortSignal): Promise<unknown> {
  const late = new AbortController();
  try {
    return await inTime(ask(signal === undefined ? late.signal : AbortSignal.any([late.signal, signal])));
  } finally {
    late.abort();
  }
}
