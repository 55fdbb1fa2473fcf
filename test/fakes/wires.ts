// Every wire that goes over the network: its provider, its lowering and its sender, ready for a loopback server.
import { neutralPorts } from "./neutral-ports.ts";
import type { Context } from "../../extension/assemble/context.ts";
import type { Model } from "../../extension/message/model.ts";
import { baseUrlOf, type Provider } from "../../extension/providers/provider.ts";
import type { Access } from "../../extension/send/access.ts";
import type { StreamEvent } from "../../extension/send/event.ts";
import { prepare } from "../../extension/turn/wire.ts";
import { contextOf, modelOf, text, user } from "./context.ts";
import type { WireName } from "./wire-answers.ts";

export const KEY = "sk-galley-test-0123456789-secret";

export const providerOf: Readonly<Record<WireName, Provider>> = {
  anthropic: "anthropic",
  "openai-responses": "openai",
  "openai-chat": "custom",
  gemini: "gemini",
  ollama: "ollama",
};

export const WIRES = ["anthropic", "openai-responses", "openai-chat", "gemini", "ollama"] as const;

/** Retries and stalls that take milliseconds. */
const QUICK = { firstByteMs: 5_000, stallMs: 5_000, backoffMs: 1, attempts: 3 };

export function accessTo(wire: WireName, url: string, more: Partial<Access> = {}): Access {
  const provider = providerOf[wire];
  const suffix = provider === "openai" || provider === "custom" ? "/v1" : "";
  return {
    provider,
    name: provider,
    baseUrl: baseUrlOf(provider, url + suffix) ?? "",
    key: KEY,
    fetch: (input, init) => globalThis.fetch(input, init),
    patience: QUICK,
    ...more,
  };
}

export interface Sending {
  context?: Context;
  model?: Partial<Model>;
  access?: Partial<Access>;
  signal?: AbortSignal;
  /** Called after each event. */
  seen?: (event: StreamEvent, count: number) => void;
}

export async function sendOver(wire: WireName, url: string, sending: Sending = {}): Promise<StreamEvent[]> {
  const { context = contextOf([user(text("hi"))]), signal = new AbortController().signal } = sending;
  const model = modelOf(providerOf[wire], sending.model);
  const prepared = prepare(context, model, {
    ...neutralPorts(),
    languageModel: { send: () => Promise.reject(new Error("not this one")) },
    access: () => Promise.resolve(accessTo(wire, url, sending.access)),
  });
  const events: StreamEvent[] = [];
  for await (const event of prepared.send(signal)) {
    events.push(event);
    sending.seen?.(event, events.length);
  }
  return events;
}

export function wordsIn(events: readonly StreamEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}
