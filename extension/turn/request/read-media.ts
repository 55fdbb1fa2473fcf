// Reads the stored pictures and other media that a request will carry as bytes, before it is put together.
import type { AssistantMessage, Message, UserMessage } from "../../message/message.ts";
import { acceptsMime, type Model } from "../../message/model.ts";
import { type EncodedName, encodeAhead } from "../../persist/contents/encoded.ts";
import type { Store } from "../../persist/database/store.ts";
import { Breather } from "../../stream/breather.ts";

/** The latest first, as the wires admit them. */
export async function readMedia(store: Store, messages: readonly Message[], model: Model): Promise<void> {
  if (model.accepts.length === 0) return;
  const breather = new Breather();
  const pause = (): Promise<void> => (breather.isDue ? breather.rest() : Promise.resolve());
  await encodeAhead(store, mediaIn(messages, model), pause);
}

function* mediaIn(messages: readonly Message[], model: Model): Generator<EncodedName> {
  for (const message of messages.toReversed()) {
    for (const { mime, ...name } of message.role === "user" ? mediaOfUser(message) : mediaOfAnswer(message))
      if (acceptsMime(model, mime)) yield name;
  }
}

interface Media extends EncodedName {
  mime: string;
}

function* mediaOfUser({ parts, metadata }: UserMessage): Generator<Media> {
  const resolved = Object.values(metadata.resolved ?? {}).flatMap((given) => given.parts);
  const all = [...parts, ...resolved].flatMap((part) => (part.type === "command" ? (part.result_parts ?? []) : [part]));
  for (const part of all) {
    if (part.type === "file-ref" && part.ref.kind === "content-id" && part.ref.mime !== undefined)
      yield { id: part.ref.id, mime: part.ref.mime, isBase64: false };
    if (part.type !== "file-attachment") continue;
    const { content_id = "", mime } = part.scaled ?? part;
    if (content_id !== "") yield { id: content_id, mime, isBase64: false };
  }
  for (const snapshot of Object.values(metadata.snapshots ?? {}))
    if (snapshot.state === "binary") {
      const { content_id, mime = "" } = snapshot.scaled ?? snapshot;
      if (content_id !== undefined) yield { id: content_id, mime, isBase64: true };
    }
}

function* mediaOfAnswer({ parts }: AssistantMessage): Generator<Media> {
  for (const part of parts)
    if (part.type === "tool-result" && part.media !== undefined)
      yield { id: part.media.content_id, mime: part.media.mime, isBase64: false };
}
