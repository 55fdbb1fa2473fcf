// The first two stages: reads what a draft points at, and composes the message.
import { acquire, type AcquirePorts } from "../acquire/acquire.ts";
import type { Facts } from "../acquire/facts.ts";
import type { Catalog } from "../compose/catalog.ts";
import { resolveCommand } from "../compose/command.ts";
import { compose, type Composed } from "../compose/compose.ts";
import type { PromptRead } from "../message/command.ts";
import type { UserMessage } from "../message/message.ts";
import type { Part } from "../message/part.ts";
import { contentId } from "../persist/contents/blobs.ts";
import type { NewId } from "./new-id.ts";
import { readServerPrompt, type StoringSend, storedWith } from "./request/command/server-prompt.ts";

export interface GatherPorts {
  readFile: AcquirePorts["readFile"];
  /** What the editor knows under a name now. */
  readContext: NonNullable<AcquirePorts["readContext"]>;
  /** What a resource of an MCP server holds now. */
  readResource: NonNullable<AcquirePorts["readResource"]>;
  /** Reads a stored picture that a message refers to, with its smaller copy if it needs one. */
  readStored: NonNullable<AcquirePorts["readStored"]>;
  /** The symbols of a file now. */
  readSymbols: NonNullable<AcquirePorts["readSymbols"]>;
  newId: NewId;
}

/** A draft or a queued message that is to be sent. */
export type Outgoing = NewDraft | QueuedMessage;

interface NewDraft {
  parts: readonly Part[];
  /** The commands it may give. */
  catalog: Catalog;
  /** `undefined` for a preview, which stores nothing. */
  sent?: StoringSend;
}

/** Its command and its context were read when it was queued. Its files and symbols are read again. */
interface QueuedMessage {
  parts: readonly Part[];
  resolved: NonNullable<UserMessage["metadata"]["resolved"]>;
}

export interface GatheredFacts {
  facts: Facts;
  /** What a server or another extension made of the prompt that the message gives, if it gives one. */
  prompt: PromptRead | undefined;
}

export async function acquireFacts(ports: GatherPorts, outgoing: Outgoing): Promise<GatheredFacts> {
  const { readFile, readStored, readContext, readResource, readSymbols } = ports;
  const { parts } = outgoing;
  if ("resolved" in outgoing) {
    const again = { readFile, readStored, readSymbols, digest: contentId };
    const facts = await acquire(again, parts, Object.values(outgoing.resolved));
    return { facts, prompt: undefined };
  }
  const { catalog, sent } = outgoing;
  const prompt = await readServerPrompt(parts, catalog, sent);
  // A command may bring files of its own.
  const resolution = resolveCommand(parts, catalog, prompt);
  const pointing = resolution.kind === "text" ? resolution.parts : parts;
  const now = { readFile, readStored, readContext, readResource, readSymbols, digest: contentId, sending: sent };
  const read = await acquire(now, pointing);
  return { facts: sent === undefined ? read : await storedWith(read, sent.store), prompt };
}

export function composeMessage(
  ports: Pick<GatherPorts, "newId">,
  outgoing: Outgoing,
  { facts, prompt }: GatheredFacts,
): Composed {
  const newId = (): string => ports.newId("msg");
  if ("resolved" in outgoing) return compose(outgoing.parts, facts, newId, undefined, outgoing.resolved);
  return compose(outgoing.parts, facts, newId, outgoing.catalog, {}, prompt);
}
