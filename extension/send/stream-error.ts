// An error that OpenAI's and Anthropic's SDKs throw because the stream itself told it.
import { Broken } from "./converse.ts";

/** The SDK throws what an event names `error`, without a status. `undefined` for every other error. */
export function inStreamError(error: unknown): Broken | undefined {
  if (!(error instanceof Error) || !("error" in error) || ("status" in error && error.status !== undefined))
    return undefined;
  if (error.error === undefined || error.error === null) return undefined;
  const body = JSON.stringify(error.error);
  return new Broken(typeIn(error.error) ?? "", body);
}

/** The innermost `type` or `code` that is not just "error". */
function typeIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const inner = "error" in value ? typeIn(value.error) : undefined;
  const named = ["type", "code"].map((name): unknown => Reflect.get(value, name));
  return inner ?? named.find((name): name is string => typeof name === "string" && name !== "error");
}
