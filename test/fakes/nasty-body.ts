// Bodies of profiles that mean harm: fields a wire lists, with names and values that lead a key or a message away.
import fc from "fast-check";
import { overlays } from "../../extension/providers/overlay.ts";
import type { Provider } from "../../extension/providers/provider.ts";

/** Names that libraries, providers or JavaScript take for something else than a setting of the model. */
export const NASTY_NAMES = [
  ...["httpOptions", "baseUrl", "baseURL", "base_url", "apiVersion", "headers", "extraHeaders", "defaultHeaders"],
  ...["abortSignal", "signal", "fetch", "timeout", "maxRetries", "path", "query", "method", "extra_body", "extraBody"],
  ...["authToken", "apiKey", "api_key", "authorization", "betas", "user_profile_id", "workspace_id", "host", "proxy"],
  ...["tools", "tool_choice", "toolConfig", "functions", "function_call", "mcp_servers", "container", "plugins"],
  ...["messages", "system", "instructions", "input", "contents", "systemInstruction", "prompt", "model", "models"],
  ...["stream", "store", "background", "previous_response_id", "conversation", "include", "webhook", "route"],
  ...["cachedContent", "web_search_options", "automaticFunctionCalling", "n", "candidateCount", "stream_options"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "", "a.b", "\u0000"],
];

const EVIL: readonly unknown[] = [
  ...["http://evil.example", "evil://here", { baseUrl: "http://evil.example" }, { headers: { "x-evil": "evil" } }],
  ...[[{ type: "function", name: "evil" }], [{ role: "system", content: "evil" }], { polluted: "evil" }],
];

/** Some of the wire's own fields, some nasty ones, at any depth. Whatever is not allowed holds the word "evil". */
export function nastyBody(provider: Provider): fc.Arbitrary<Record<string, unknown>> {
  const evil = fc.constantFrom(...EVIL);
  const nasty = fc.dictionary(fc.constantFrom(...NASTY_NAMES), evil, { maxKeys: 3, noNullPrototype: true });
  const known = fc.constantFrom(...Object.keys(overlays[provider]));
  const nested = fc.oneof(
    nasty.filter((table) => Object.keys(table).length > 0),
    fc.tuple(known, nasty).map(([name, table]) => ({ [name]: { ...table, evil: "evil" } })),
    fc.constant({ url: "http://evil.example" }),
  );
  const good = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.boolean(), fc.constant(null), fc.constant("low"), nested);
  return fc
    .tuple(nasty, fc.dictionary(known, good, { maxKeys: 4, noNullPrototype: true }))
    .map(([bad, said]) => Object.fromEntries([...Object.entries(said), ...Object.entries(bad)]));
}
