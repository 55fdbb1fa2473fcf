// An error that OpenAI's and Anthropic's SDKs throw because the stream itself told it.
import { Broken } from "./converse.ts";
import { kindIn } from "./failures/provider-words.ts";

/** The SDK throws what an event names `error`, without a status. `undefined` for every other error. */
export function inStreamError(error: unknown): Broken | undefined {
  if (!(error instanceof Error) || !("error" in error) || ("status" in error && error.status !== undefined))
    return undefined;
  if (error.error === undefined || error.error === null) return undefined;
  const body = JSON.stringify(error.error);
  return new Broken(kindIn(error.error) ?? "", body);
}
