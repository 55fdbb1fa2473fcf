// The worst a profile could say: every nasty name at the top of a request and in every table of it.
import type { Context } from "../../extension/assemble/context.ts";
import { lowerAnthropic } from "../../extension/lower/anthropic.ts";
import { lowerGemini } from "../../extension/lower/gemini.ts";
import { lowerOllama } from "../../extension/lower/ollama.ts";
import { lowerOpenaiChat } from "../../extension/lower/openai-chat.ts";
import { lowerOpenaiResponses } from "../../extension/lower/openai-responses.ts";
import type { Model } from "../../extension/message/model.ts";
import { overlays } from "../../extension/providers/overlay.ts";
import type { Shape } from "../../extension/providers/overlay-shape.ts";
import type { Provider } from "../../extension/providers/provider.ts";
import type { Access } from "../../extension/send/access.ts";
import { sendAnthropic } from "../../extension/send/anthropic.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { sendGemini } from "../../extension/send/gemini.ts";
import { sendOllama } from "../../extension/send/ollama.ts";
import { sendOpenaiChat } from "../../extension/send/openai-chat.ts";
import { sendOpenaiResponses } from "../../extension/send/openai-responses.ts";
import { NASTY_NAMES } from "./nasty-body.ts";

export function hostileBody(provider: Provider, evil: string): Record<string, unknown> {
  const inside = tableOfEvil(evil);
  const tables = Object.entries(overlays[provider]).map(([name, shape]): [string, unknown] => [
    name,
    worst(shape, inside),
  ]);
  return Object.fromEntries<unknown>([...tables, ...Object.entries(inside)]);
}

/** Values that a library would use if it took them for its own options. */
function tableOfEvil(evil: string): Record<string, unknown> {
  const headers = { "x-evil": "evil", authorization: "Bearer evil" };
  const table = { baseUrl: evil, baseURL: evil, url: evil, headers, apiKey: "evil" };
  return Object.fromEntries(
    NASTY_NAMES.map((name): [string, unknown] => {
      if (/^base_?url$|^host$|^proxy$|^path$/i.test(name)) return [name, evil];
      if (/headers/i.test(name)) return [name, headers];
      if (/tools|functions|mcp_servers|messages|contents|input|system|betas/.test(name)) return [name, [table]];
      if (/_id$|model|instructions|prompt|conversation/.test(name)) return [name, "evil"];
      if (/stream|store|background/.test(name)) return [name, name !== "stream"];
      return [name, table];
    }),
  );
}

function worst(shape: Shape, inside: Record<string, unknown>): unknown {
  return shape.is === "list" ? [inside] : inside;
}

/** What a sender does with fields that no list has ever seen: the way round lowering and its check. */
export function sendHostile(
  provider: Provider,
  context: Context,
  model: Model,
  access: Access,
  body: Record<string, unknown>,
): AsyncIterable<StreamEvent> {
  const { signal } = new AbortController();
  const { model: _model, stream: _stream, ...over } = body;
  const laid = <Request extends object>({ request }: { request: Request }): Request => {
    const own = Object.entries(request);
    const isNew = (name: string): boolean =>
      !own.some(([known]) => known === name) && !Object.hasOwn(overlays[provider], name);
    const extra = Object.entries(over).filter(([name]) => isNew(name));
    const nested = own.map(([name, value]): [string, unknown] => {
      const below = over[name];
      const isPlain = typeof value === "object" && !Array.isArray(value) && name !== "systemInstruction";
      return [name, isPlain && typeof below === "object" ? { ...below, ...value } : value];
    });
    return Object.assign({ ...request }, Object.fromEntries([...nested, ...extra]));
  };
  switch (provider) {
    case "anthropic":
      return sendAnthropic(laid(lowerAnthropic(context, model)), access, signal);
    case "openai":
      return sendOpenaiResponses(laid(lowerOpenaiResponses(context, model)), access, signal);
    case "custom":
      return sendOpenaiChat(laid(lowerOpenaiChat(context, model)), access, signal);
    case "gemini":
      return sendGemini(laid(lowerGemini(context, model)), access, signal);
    case "ollama":
      return sendOllama(laid(lowerOllama(context, model)), access, signal);
    default:
      return provider satisfies never;
  }
}
