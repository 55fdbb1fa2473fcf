// Reads the pins of a conversation for a turn: those that are stored, then those that this window adds.
import { acquire, type AcquirePorts } from "../../acquire/acquire.ts";
import type { PinnedRead } from "../../assemble/pins.ts";
import { toSnapshot } from "../../compose/compose.ts";
import { fileTargetOf, targetKey } from "../../message/file-target.ts";
import type { Pin } from "../../message/pin.ts";
import { lookupName, type Resolved, resourceOf, type Sending } from "../../message/resolved.ts";
import { contentId } from "../../persist/contents/blobs.ts";
import type { Store } from "../../persist/database/store.ts";
import { readPins, readSentPins, type SentPin } from "../../persist/pins.ts";
import type { LivePin } from "./live-pin.ts";
import * as words from "./words.ts";

export interface PinPorts {
  store: Store;
  /** The pins that this window adds to those of a conversation. Never rejects. */
  livePins: (conversationId: string) => Promise<LivePin[]>;
  readFile: AcquirePorts["readFile"];
  /** What a resource of an MCP server holds now. */
  readResource: NonNullable<AcquirePorts["readResource"]>;
}

export interface PinsRead {
  pins: PinnedRead[];
  /** The texts of their snapshots, by content id. */
  contents: ReadonlyMap<string, string>;
}

/** Never rejects: a pin that cannot be read has a state that says so. */
export async function readPinned(
  { store, livePins, readFile, readResource }: PinPorts,
  conversationId: string,
  sending?: Sending,
): Promise<PinsRead> {
  const all = withoutDoubles([...readPins(store, conversationId), ...(await livePins(conversationId))]);
  const ports = { readFile, readResource, digest: contentId, sending };
  const { files, contexts } = await acquire(
    ports,
    all.map(({ part }) => part),
  );
  const contents = new Map<string, string>();
  const pins = all.map(({ failure, ...pin }): PinnedRead => {
    if (failure !== undefined) return { ...pin, snapshot: { state: "unavailable", reason: failure } };
    if (resourceOf(pin.part) !== undefined) return withHeld(pin, contexts.get(lookupName(pin.part) ?? ""));
    const target = fileTargetOf(pin.part);
    const fact = target && files.get(targetKey(target));
    if (fact === undefined) return pin;
    if (fact.state === "text") contents.set(fact.content_id, fact.text);
    return { ...pin, snapshot: toSnapshot(fact) };
  });
  return { pins, contents };
}

/** Only text of a resource can be pinned. */
function withHeld(pin: Pin, resolved: Resolved | undefined): PinnedRead {
  const texts = (resolved?.parts ?? []).flatMap((part) =>
    part.type === "editor-context" && typeof part.payload === "string" ? [part.payload] : [],
  );
  if (texts.length > 0) return { ...pin, held: texts.join("\n") };
  const reason = resolved?.reason ?? words.notText;
  return { ...pin, snapshot: { state: "unavailable", reason } };
}

/** Sends an open editor once if the user has pinned its file as well. */
function withoutDoubles(pins: readonly LivePin[]): LivePin[] {
  const keyOf = ({ id, part }: Pin): string => {
    const target = fileTargetOf(part);
    return target === undefined ? id : targetKey(target);
  };
  const first = new Map<string, LivePin>();
  for (const pin of pins) if (!first.has(keyOf(pin))) first.set(keyOf(pin), pin);
  return [...first.values()];
}

/** Names the state of a pin; `undefined` if it cannot be read. */
function contentOf({ part, snapshot, held }: PinnedRead): string | undefined {
  if (snapshot?.state === "unavailable") return undefined;
  if (snapshot?.state === "text") return snapshot.content_id;
  if (held !== undefined) return contentId(held);
  return contentId(part.type === "text" ? part.text : JSON.stringify(snapshot ?? part));
}

export function sentPins(pins: readonly PinnedRead[]): SentPin[] {
  return pins.flatMap((pin) => {
    const content_id = contentOf(pin);
    return content_id === undefined ? [] : [{ id: pin.id, content_id }];
  });
}

/** The pins that have changed since they were last sent. A pin that was never sent has not changed. */
export function changedPins(store: Store, conversationId: string, pins: readonly PinnedRead[]): Set<string> {
  const sent = readSentPins(store, conversationId);
  const hasChanged = (pin: SentPin): boolean => sent.has(pin.id) && sent.get(pin.id) !== pin.content_id;
  return new Set(
    sentPins(pins)
      .filter(hasChanged)
      .map(({ id }) => id),
  );
}
