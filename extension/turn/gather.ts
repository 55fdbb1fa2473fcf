// The first two stages for what the user composed: the facts it needs, and the message it becomes with them.
import { acquire } from "../acquire/acquire.ts";
import type { Facts } from "../acquire/facts.ts";
import type { Catalog } from "../compose/catalog.ts";
import { compose, type Composed } from "../compose/compose.ts";
import type { PromptRead } from "../message/command.ts";
import type { UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import { contentId } from "../persist/contents/blobs.ts";
import { askedOfServers, type Sent, storedWith } from "./request/asked-of-servers.ts";
import type { Rooms } from "./rooms.ts";

/** What is to become a message: a draft, or a message that waited. */
export type Outgoing = NewDraft | Waited;

interface NewDraft {
  parts: readonly Part[];
  /** The commands it may give. */
  catalog: Catalog;
  /** Of one that is sent, not previewed: what servers answer is stored. */
  sent?: Sent;
}

/** It gave its command, and had its context read, when it was queued. Its files are read again. */
interface Waited {
  parts: readonly Part[];
  resolved: NonNullable<UserMessage["metadata"]["resolved"]>;
}

/** What is known of the world for one message. */
export interface Known {
  facts: Facts;
  /** What a server made of its prompt, where it gives one. */
  prompt: PromptRead | undefined;
}

export async function acquireFacts(rooms: Rooms, outgoing: Outgoing): Promise<Known> {
  const { readFile, readContext, readResource } = rooms;
  const { parts } = outgoing;
  if ("resolved" in outgoing) {
    const facts = await acquire({ readFile, digest: contentId }, parts, Object.values(outgoing.resolved));
    return { facts, prompt: undefined };
  }
  const { catalog, sent } = outgoing;
  const read = await acquire({ readFile, readContext, readResource, digest: contentId, sending: sent }, parts);
  const prompt = await askedOfServers(parts, catalog, sent);
  return { facts: sent === undefined ? read : await storedWith(read, sent.store), prompt };
}

export function composeMessage(rooms: Rooms, outgoing: Outgoing, { facts, prompt }: Known): Composed {
  const newId = (): string => rooms.newId("msg");
  if ("resolved" in outgoing) return compose(outgoing.parts, facts, newId, undefined, outgoing.resolved);
  return compose(outgoing.parts, facts, newId, outgoing.catalog, {}, prompt);
}
