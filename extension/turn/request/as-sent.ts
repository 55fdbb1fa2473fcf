// The request of a past turn, put together again from what is stored of it: whatever became of files, pins and settings since.
import type { Assembled, Earlier } from "../../assemble/assemble.ts";
import type { Layer } from "../../assemble/context.ts";
import { cutLayers } from "../../assemble/layers.ts";
import { textsOf } from "../../assemble/prefix.ts";
import type { Manifest } from "../../message/manifest.ts";
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import type { Model } from "../../message/model.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import { readManifest, readSystemPrompt } from "../../persist/manifests.ts";
import { assembleTurn } from "./assemble-turn.ts";
import { memoryOf } from "./memory.ts";
import { specsIn } from "./offered-tools.ts";
import { pastModel } from "./past-model.ts";
import type { PinsRead } from "./pins.ts";
import type { Rooms } from "../rooms.ts";

export interface Sent {
  turn: UserMessage;
  answer: AssistantMessage | undefined;
  manifest: Manifest | undefined;
  assembled: Assembled;
}

const NO_PINS: PinsRead = { pins: [], contents: new Map() };

/** Today's estimate must not omit anything: the manifest says what the request omitted. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** `undefined` if the message at this index is not from the user. */
export function asSent(rooms: Rooms, sessionId: string, messages: readonly Message[], at: number): Sent | undefined {
  const turn = messages[at];
  if (turn?.role !== "user") return undefined;
  const next = messages[at + 1];
  const answer = next?.role === "assistant" ? next : undefined;
  const manifest = readManifest(rooms.store, answer?.metadata.manifest_id ?? "");
  const memory = memoryOf(rooms.store, sessionId);
  const earlier: Earlier = { asSent: memory.repeated(rooms.store, sessionId), elided: elidedIn(manifest) };
  const assembled = assembleTurn(rooms, {
    session_id: sessionId,
    history: messages.slice(0, at),
    turn,
    layers: layersOf(rooms, answer, manifest),
    tools: specsIn(manifest, (digest) => readSystemPrompt(rooms.store, digest)),
    model: { ...modelOf(answer, manifest, rooms.model(sessionId)), context_window: NO_LIMIT },
    pinned: NO_PINS,
    carried: memory.carried(rooms.store, sessionId, turn.id)?.sent ?? [],
    placement: manifest?.pins_placement ?? "turn",
    earlier,
  });
  return { turn, answer, manifest, assembled };
}

export function elidedIn(manifest: Manifest | undefined): ReadonlyMap<string, number> {
  return new Map(manifest?.elided.map(({ what, tokens }) => [what, tokens]));
}

/** Every text of the last request before this place; `undefined` when there was none. */
export function requestBefore(
  rooms: Rooms,
  sessionId: string,
  messages: readonly Message[],
  before: number,
): readonly string[] | undefined {
  const at = messages.findLastIndex((message, index) => index < before && message.role === "user");
  const { last } = memoryOf(rooms.store, sessionId);
  if (last !== undefined && last.message_id === messages[at]?.id) return last.texts;
  const sent = at < 0 ? undefined : asSent(rooms, sessionId, messages, at);
  if (sent === undefined) return undefined;
  const texts = textsOf(sent.assembled.context);
  // Requests of older versions did not keep their pins' texts: nothing after them counts as the same.
  const isLost =
    sent.assembled.sent.length === 0 && sent.manifest?.pinned.some(({ state }) => state === "sent") === true;
  return isLost
    ? texts.slice(0, texts.length - sent.assembled.views.filter(({ block }) => block !== undefined).length)
    : texts;
}

function layersOf(rooms: Rooms, answer: AssistantMessage | undefined, manifest: Manifest | undefined): Layer[] {
  const text = readSystemPrompt(rooms.store, answer?.metadata.system_prompt_digest ?? "");
  if (text === undefined) return [];
  return (manifest && cutLayers(text, manifest.layers, contentId)) ?? [{ id: "system", text }];
}

/** The model of that turn as far as its manifest tells; it may be gone by now. */
export function modelOf(answer: AssistantMessage | undefined, manifest: Manifest | undefined, now: Model): Model {
  return answer === undefined || manifest === undefined ? now : pastModel(manifest, now, answer.metadata.model_name);
}
