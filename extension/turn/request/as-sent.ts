// Assembles the request of a past turn again, from the database alone: files, pins and settings may have changed since.
import type { Assembled, Earlier } from "../../assemble/assemble.ts";
import type { Layer } from "../../assemble/context.ts";
import { cutLayers } from "../../assemble/layers.ts";
import { textsOf } from "../../assemble/prefix.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readManifest, readSystemPrompt } from "../../persist/manifests.ts";
import { type AssemblePorts, assembleTurn } from "./assemble-turn.ts";
import { cacheOf } from "./conversation-cache.ts";
import { specsIn } from "./offered-tools.ts";
import { pastModel } from "./past-model.ts";
import type { PinsRead } from "./pins.ts";

export interface PastRequestPorts extends AssemblePorts {
  model: (conversationId: string) => Model;
}

export interface PastRequest {
  turn: UserMessage;
  answer: AssistantMessage | undefined;
  manifest: Manifest | undefined;
  assembled: Assembled;
}

const NO_PINS: PinsRead = { pins: [], contents: new Map() };

/** Today's estimate must not omit anything: the manifest says what the request omitted. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** `undefined` if the message at this index is not from the user. */
export function asSent(
  ports: PastRequestPorts,
  conversationId: string,
  messages: readonly Message[],
  at: number,
): PastRequest | undefined {
  const turn = messages[at];
  if (turn?.role !== "user") return undefined;
  const next = messages[at + 1];
  const answer = next?.role === "assistant" ? next : undefined;
  const manifest = readManifest(ports.store, answer?.metadata.manifest_id ?? "");
  const cache = cacheOf(ports.store, conversationId);
  const earlier: Earlier = { asSent: cache.repeated(ports.store, conversationId), elided: elidedIn(manifest) };
  const assembled = assembleTurn(ports, {
    session_id: conversationId,
    history: messages.slice(0, at),
    turn,
    layers: layersOf(ports, answer, manifest),
    tools: specsIn(manifest, (digest) => readSystemPrompt(ports.store, digest)),
    model: { ...modelOf(answer, manifest, ports.model(conversationId)), context_window: NO_LIMIT },
    pinned: NO_PINS,
    carried: cache.carried(ports.store, conversationId, turn.id)?.sent ?? [],
    placement: manifest?.pins_placement ?? "turn",
    earlier,
  });
  return { turn, answer, manifest, assembled };
}

export function elidedIn(manifest: Manifest | undefined): ReadonlyMap<string, number> {
  return new Map(manifest?.elided.map(({ what, tokens }) => [what, tokens]));
}

/** Every text of the last request before this index; `undefined` if there was none. */
export function requestBefore(
  ports: PastRequestPorts,
  conversationId: string,
  messages: readonly Message[],
  before: number,
): readonly string[] | undefined {
  const at = messages.findLastIndex((message, index) => index < before && message.role === "user");
  const { last } = cacheOf(ports.store, conversationId);
  if (last !== undefined && last.message_id === messages[at]?.id) return last.texts;
  const sent = at < 0 ? undefined : asSent(ports, conversationId, messages, at);
  if (sent === undefined) return undefined;
  const texts = textsOf(sent.assembled.context);
  // Older versions did not store the texts of pins: treat nothing after the pins as the same.
  const isLost =
    sent.assembled.sent.length === 0 && sent.manifest?.pinned.some(({ state }) => state === "sent") === true;
  return isLost
    ? texts.slice(0, texts.length - sent.assembled.views.filter(({ block }) => block !== undefined).length)
    : texts;
}

function layersOf(
  { store }: Pick<AssemblePorts, "store">,
  answer: AssistantMessage | undefined,
  manifest: Manifest | undefined,
): Layer[] {
  const text = readSystemPrompt(store, answer?.metadata.system_prompt_digest ?? "");
  if (text === undefined) return [];
  return (manifest && cutLayers(text, manifest.layers, contentId)) ?? [{ id: "system", text }];
}

/** The model of a past turn, from its manifest: it may no longer be available. */
export function modelOf(answer: AssistantMessage | undefined, manifest: Manifest | undefined, now: Model): Model {
  return answer === undefined || manifest === undefined ? now : pastModel(manifest, now, answer.metadata.model_name);
}
