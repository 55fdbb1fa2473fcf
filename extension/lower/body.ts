// What an agent's profile says of the request itself, laid over what was lowered.
import { mergeJson } from "../message/merge-json.ts";

/** The profile was checked when it was loaded: it names nothing that carries the conversation. */
export function mergeBody<Request extends object>(
  request: Request,
  body: Readonly<Record<string, unknown>> = {},
): Request {
  return Object.keys(body).length === 0
    ? request
    : { ...request, ...mergeJson(Object.fromEntries(Object.entries(request)), body) };
}
