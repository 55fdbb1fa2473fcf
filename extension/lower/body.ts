// The request fields of a profile, merged over the lowered request: only those that the provider's list allows.
import { mergeJson } from "../text/merge-json.ts";
import { admitOverlay } from "../providers/overlay.ts";
import type { Provider } from "../providers/provider.ts";
import type { Lowered } from "./lowered.ts";
import * as words from "./words.ts";

/** The last check before a request goes: a field the list does not have stays out, and a warning names it. */
export function mergeBody<Request extends object>(
  { request, warnings }: Lowered<Request>,
  provider: Provider,
  body: Readonly<Record<string, unknown>> = {},
): Lowered<Request> {
  const { admitted, refused } = admitOverlay(body, provider);
  const why = refused.map(({ path, reason }) => ({ what: path.join("."), why: words.fieldRefused(reason) }));
  return { request: laidOver(request, admitted), warnings: [...warnings, ...why] };
}

function laidOver<Request extends object>(request: Request, over: Readonly<Record<string, unknown>>): Request {
  return Object.keys(over).length === 0
    ? request
    : { ...request, ...mergeJson(Object.fromEntries(Object.entries(request)), over) };
}

/** For a wire whose requests have no such fields. */
export function warnOfBody({ body }: { body?: Readonly<Record<string, unknown>> }): Lowered<unknown>["warnings"] {
  return body === undefined || Object.keys(body).length === 0
    ? []
    : [{ what: words.body, why: words.fieldsNotAccepted }];
}
